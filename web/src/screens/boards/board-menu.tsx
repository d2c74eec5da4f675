import { useNavigate } from '@tanstack/react-router'
import { ChevronDown, Columns3, Copy, Link2, Settings2, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useMay, useMe } from '../../app/session.ts'
import { IconButton } from '../../ui/button.tsx'
import { Menu, MenuAction } from '../../ui/menu.tsx'
import { useBoard } from './board-context.ts'
import { CloneBoardDialog } from './clone-board-dialog.tsx'
import { copyLink } from './copy-link.ts'
import { DeleteBoardDialog } from './delete-board-dialog.tsx'
import { StatusDialog } from './kanban/status-dialog.tsx'

export function BoardMenu() {
  const { board, mayWrite, mayManage } = useBoard()
  const { workspace_id } = useMe()
  const mayMake = useMay('boards:write')
  const navigate = useNavigate()
  const [open, setOpen] = useState<'column' | 'clone' | 'delete' | null>(null)
  const close = () => setOpen(null)
  const trigger = (
    <IconButton label="Board actions">
      <ChevronDown />
    </IconButton>
  )
  return (
    <>
      <Menu trigger={trigger} label="Board actions">
        <MenuAction
          icon={<Settings2 />}
          onAction={() => navigate({ to: `/boards/${board.slug}/settings` as string })}
        >
          Settings
        </MenuAction>
        <MenuAction
          icon={<Link2 />}
          onAction={() => copyLink(`/boards/${board.slug}`, workspace_id)}
        >
          Copy link
        </MenuAction>
        {mayWrite && (
          <MenuAction icon={<Columns3 />} onAction={() => setOpen('column')}>
            Add column …
          </MenuAction>
        )}
        {mayMake && (
          <MenuAction icon={<Copy />} onAction={() => setOpen('clone')}>
            Clone …
          </MenuAction>
        )}
        {mayManage && (
          <MenuAction icon={<Trash2 />} isDanger onAction={() => setOpen('delete')}>
            Delete …
          </MenuAction>
        )}
      </Menu>
      {open === 'column' && <StatusDialog onClose={close} />}
      {open === 'clone' && <CloneBoardDialog onClose={close} />}
      {open === 'delete' && <DeleteBoardDialog onClose={close} />}
    </>
  )
}
