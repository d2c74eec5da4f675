import type { AssetFolder } from '@atelier/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../app/api.ts'
import { FormDialog } from '../../app/form-dialog.tsx'
import { Field } from '../../ui/field.tsx'

interface Props {
  /** The folder to rename; without one, a new folder is created in `parent`. */
  folder?: AssetFolder
  parent?: string | null
  onClose: () => void
}

/** Creates or renames a folder. The name stays in the field if the server rejects it. */
export function FolderNameDialog({ folder, parent = null, onClose }: Props) {
  const client = useQueryClient()
  const [name, setName] = useState(folder?.name ?? '')
  const save = useMutation({
    mutationFn: () =>
      folder
        ? api.assets.updateFolder(folder.id, { name })
        : api.assets.createFolder({ name, parent_id: parent }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ['assets', 'folders'] })
      onClose()
    },
    meta: { showsErrors: true },
  })
  return (
    <FormDialog
      title={folder ? 'Rename folder' : 'New folder'}
      action={folder ? 'Rename' : 'Create folder'}
      send={save}
      isIncomplete={name.trim() === ''}
      onClose={onClose}
    >
      <Field label="Name" value={name} onChange={setName} maxLength={100} isRequired autoFocus />
    </FormDialog>
  )
}
