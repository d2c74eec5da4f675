import type { AssetFolder } from '@atelier/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../app/api.ts'
import { FormDialog } from '../../app/form-dialog.tsx'
import { say } from '../../ui/toasts.tsx'
import { nameOfPlace } from './folders.ts'

interface Props {
  folder: AssetFolder
  folders: readonly AssetFolder[]
  onClose: () => void
  onDeleted?: (() => void) | undefined
}

/** Confirms deleting a folder and says where its files go. */
export function DeleteFolderDialog({ folder, folders, onClose, onDeleted }: Props) {
  const { id, name, parent_id } = folder
  const client = useQueryClient()
  const remove = useMutation({
    mutationFn: () => api.assets.deleteFolder(id),
    onSuccess: () => {
      onClose()
      onDeleted?.()
      void client.invalidateQueries({ queryKey: ['assets'] })
      say(`“${name}” deleted.`)
    },
    meta: { showsErrors: true },
  })
  return (
    <FormDialog
      title={`Delete “${name}”?`}
      action="Delete folder"
      send={remove}
      onClose={onClose}
      isDanger
    >
      <p>Its files and folders move to “{nameOfPlace(folders, parent_id)}”. No file is deleted.</p>
    </FormDialog>
  )
}
