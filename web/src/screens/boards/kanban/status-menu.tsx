import type { Status, UpdateStatusBody } from '@atelier/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft, ArrowRight, ListEnd, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../../app/api.ts'
import { Menu, MenuAction } from '../../../ui/menu.tsx'
import { useBoard } from '../board-context.ts'
import { DeleteStatusDialog } from './delete-status-dialog.tsx'
import { MoveTasksDialog } from './move-tasks-dialog.tsx'
import { StatusDialog } from './status-dialog.tsx'

export function StatusMenu({ status }: { status: Status }) {
  const { board } = useBoard()
  const client = useQueryClient()
  const [open, setOpen] = useState<'edit' | 'move' | 'delete' | null>(null)
  const change = useMutation({
    mutationFn: (body: UpdateStatusBody) => api.boards.updateStatus(board.id, status.id, body),
    onSuccess: () => client.invalidateQueries({ queryKey: ['boards'] }),
  })
  const place = board.statuses.findIndex(({ id }) => id === status.id)
  return (
    <>
      <Menu label={`Column ${status.title}`}>
        <MenuAction icon={<Pencil />} onAction={() => setOpen('edit')}>
          Edit …
        </MenuAction>
        {place > 0 && (
          <MenuAction icon={<ArrowLeft />} onAction={() => change.mutate({ order: place - 1 })}>
            Move left
          </MenuAction>
        )}
        {place < board.statuses.length - 1 && (
          <MenuAction icon={<ArrowRight />} onAction={() => change.mutate({ order: place + 1 })}>
            Move right
          </MenuAction>
        )}
        {board.statuses.length > 1 && (
          <MenuAction icon={<ListEnd />} onAction={() => setOpen('move')}>
            Move all tasks …
          </MenuAction>
        )}
        <MenuAction icon={<Trash2 />} isDanger onAction={() => setOpen('delete')}>
          Delete …
        </MenuAction>
      </Menu>
      {open === 'edit' && <StatusDialog status={status} onClose={() => setOpen(null)} />}
      {open === 'move' && <MoveTasksDialog status={status} onClose={() => setOpen(null)} />}
      {open === 'delete' && <DeleteStatusDialog status={status} onClose={() => setOpen(null)} />}
    </>
  )
}
