import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ChevronDown, Columns3, Link2, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../app/api.ts'
import { useMe } from '../../app/session.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogButtons } from '../../ui/dialog.tsx'
import { Menu, MenuAction } from '../../ui/menu.tsx'
import { useBoard } from './board-context.ts'
import { BoardDialog } from './board-dialog.tsx'
import { copyLink } from './copy-link.ts'
import { StatusDialog } from './kanban/status-dialog.tsx'

/** What can be done with a board. */
export function BoardMenu() {
  const { board, mayWrite } = useBoard()
  const { workspace_id } = useMe()
  const [open, setOpen] = useState<'edit' | 'column' | 'delete' | null>(null)
  const trigger = (
    <Button kind="quiet" size="small" isIcon aria-label="This board">
      <ChevronDown />
    </Button>
  )
  return (
    <>
      <Menu trigger={trigger} label="This board">
        <MenuAction
          icon={<Link2 />}
          onAction={() => copyLink(`/boards/${board.slug}`, workspace_id)}
        >
          Copy link
        </MenuAction>
        {mayWrite && (
          <MenuAction icon={<Columns3 />} onAction={() => setOpen('column')}>
            Add a column …
          </MenuAction>
        )}
        {mayWrite && (
          <MenuAction icon={<Pencil />} onAction={() => setOpen('edit')}>
            Edit …
          </MenuAction>
        )}
        {mayWrite && (
          <MenuAction icon={<Trash2 />} isDanger onAction={() => setOpen('delete')}>
            Delete …
          </MenuAction>
        )}
      </Menu>
      {open === 'edit' && <BoardDialog board={board} onClose={() => setOpen(null)} />}
      {open === 'column' && <StatusDialog onClose={() => setOpen(null)} />}
      {open === 'delete' && <DeleteBoardDialog onClose={() => setOpen(null)} />}
    </>
  )
}

function DeleteBoardDialog({ onClose }: { onClose: () => void }) {
  const { board } = useBoard()
  const client = useQueryClient()
  const navigate = useNavigate()
  const remove = useMutation({
    mutationFn: () => api.boards.delete(board.id),
    onSuccess: async () => {
      await navigate({ to: '/boards' })
      void client.invalidateQueries({ queryKey: ['boards', 'list'] })
    },
  })
  return (
    <Dialog title={`Delete ${board.title}?`} isOpen onClose={onClose}>
      <p>
        {board.tasks_count === 1 ? 'Its task goes' : `Its ${board.tasks_count} tasks go`} with it.
        This cannot be undone.
      </p>
      <DialogButtons>
        <Button onPress={onClose}>Cancel</Button>
        <Button kind="danger" isPending={remove.isPending} onPress={() => remove.mutate()}>
          Delete board
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
