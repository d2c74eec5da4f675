import type { AssetFolder } from '@atelier/sdk'
import { useQuery } from '@tanstack/react-query'
import { FolderInput, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Menu, MenuAction } from '../../ui/menu.tsx'
import { DeleteFolderDialog } from './delete-folder-dialog.tsx'
import { FolderNameDialog } from './folder-name-dialog.tsx'
import { foldersQuery } from './folders.ts'
import { MoveDialog } from './move-dialog.tsx'

interface Props {
  folder: AssetFolder
  /** Defaults to one that names the folder. */
  label?: string
  /** When the folder itself was open. */
  onDeleted?: () => void
}

export function FolderMenu({ folder, label, onDeleted }: Props) {
  const [open, setOpen] = useState<'rename' | 'move' | 'delete' | null>(null)
  const { data: folders = [] } = useQuery(foldersQuery)
  const close = () => setOpen(null)
  const { id, name, parent_id } = folder
  return (
    <>
      <Menu label={label ?? `Actions for “${name}”`}>
        <MenuAction icon={<Pencil />} onAction={() => setOpen('rename')}>
          Rename …
        </MenuAction>
        <MenuAction icon={<FolderInput />} onAction={() => setOpen('move')}>
          Move to …
        </MenuAction>
        <MenuAction icon={<Trash2 />} isDanger onAction={() => setOpen('delete')}>
          Delete …
        </MenuAction>
      </Menu>
      {open === 'rename' && <FolderNameDialog folder={folder} onClose={close} />}
      {open === 'move' && (
        <MoveDialog
          cargo={{ kind: 'folder', id, name, from: parent_id }}
          folders={folders}
          onClose={close}
        />
      )}
      {open === 'delete' && (
        <DeleteFolderDialog
          folder={folder}
          folders={folders}
          onClose={close}
          onDeleted={onDeleted}
        />
      )}
    </>
  )
}
