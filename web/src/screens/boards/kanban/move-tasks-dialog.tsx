import type { Status } from '@atelier/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../app/api.ts'
import { FormDialog } from '../../../app/form-dialog.tsx'
import { say } from '../../../ui/toasts.tsx'
import { tasksQuery } from '../queries.ts'
import { useOtherColumn } from './use-other-column.tsx'

/** Moves all tasks of a column to another one and keeps the column. */
export function MoveTasksDialog({ status, onClose }: { status: Status; onClose: () => void }) {
  const client = useQueryClient()
  const { board, target, field } = useOtherColumn(status)
  const move = useMutation({
    mutationFn: (id: string) => api.boards.moveStatusTasks(status.id, { target_status_id: id }),
    onSuccess: ({ moved }, id) => {
      const title = board.statuses.find((one) => one.id === id)?.title
      say(`Moved ${moved === 1 ? 'one task' : `${moved} tasks`} to ${title}.`)
      void client.invalidateQueries({ queryKey: tasksQuery(board.id).queryKey })
      onClose()
    },
    meta: { showsErrors: true },
  })
  return (
    <FormDialog
      title={`Move all tasks in ${status.title}`}
      action="Move tasks"
      send={{ ...move, mutate: () => target !== null && move.mutate(target) }}
      onClose={onClose}
      isIncomplete={target === null}
    >
      {field}
    </FormDialog>
  )
}
