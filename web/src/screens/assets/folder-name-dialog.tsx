import type { AssetFolder } from '@atelier/sdk'
import { api } from '../../app/api.ts'
import { NameDialog } from './name-dialog.tsx'

interface Props {
  /** The folder to rename; without one, a new folder is created in `parent`. */
  folder?: AssetFolder
  parent?: string | null
  onClose: () => void
}

export function FolderNameDialog({ folder, parent = null, onClose }: Props) {
  const shared = { maxLength: 100, onClose }
  return folder ? (
    <NameDialog
      title="Rename folder"
      action="Rename"
      name={folder.name}
      save={(name) => api.assets.updateFolder(folder.id, { name })}
      {...shared}
    />
  ) : (
    <NameDialog
      title="New folder"
      action="Create folder"
      save={(name) => api.assets.createFolder({ name, parent_id: parent })}
      {...shared}
    />
  )
}
