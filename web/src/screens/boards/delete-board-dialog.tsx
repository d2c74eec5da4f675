import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../../app/api.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { say } from '../../ui/toasts.tsx'
import { useBoard } from './board-context.ts'
import { fieldsQuery } from './queries.ts'

/** Confirms deleting a board and says what is deleted with it. */
export function DeleteBoardDialog({ onClose }: { onClose: () => void }) {
  const { board } = useBoard()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { data: fields = [] } = useQuery(fieldsQuery(board.id))
  const remove = useMutation({
    mutationFn: () => api.boards.delete(board.id),
    onSuccess: async () => {
      await navigate({ to: '/boards' })
      void client.invalidateQueries({ queryKey: ['boards', 'list'] })
      say(`${board.title} is deleted.`)
    },
  })
  const parts = [
    counted(board.tasks_count, 'task', ' with comments and activity'),
    counted(board.statuses.length, 'column'),
    counted(fields.length, 'field'),
  ].filter((part) => part !== undefined)
  return (
    <Confirm
      title={`Delete ${board.title}?`}
      onClose={onClose}
      action="Delete board"
      isDanger
      isPending={remove.isPending}
      onConfirm={() => remove.mutate()}
    >
      <p>This also deletes {new Intl.ListFormat('en').format(parts)}.</p>
      <p>Files stay in the assets, and tags stay on other boards. This cannot be undone.</p>
    </Confirm>
  )
}

function counted(count: number, noun: string, more = ''): string | undefined {
  if (count === 0) return undefined
  return `${count} ${noun}${count === 1 ? '' : 's'}${more}`
}
