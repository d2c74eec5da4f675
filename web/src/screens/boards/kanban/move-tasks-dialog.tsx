import type { Status } from '@atelier/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../app/api.ts'
import { FormDialog } from '../../../app/form-dialog.tsx'
import { Choice } from '../../../ui/choice.tsx'
import { say } from '../../../ui/toasts.tsx'
import { useBoard } from '../board-context.ts'
import { tasksQuery } from '../queries.ts'

/** Moves all tasks of a column to another one and keeps the column. */
export function MoveTasksDialog({ status, onClose }: { status: Status; onClose: () => void }) {
  const { board } = useBoard()
  const client = useQueryClient()
  const { data: tasks = [] } = useQuery(tasksQuery(board.id))
  const count = tasks.filter((task) => task.status === status.id).length
  const others = board.statuses.filter(({ id }) => id !== status.id)
  const [target, setTarget] = useState(others[0]?.id ?? null)
  const move = useMutation({
    mutationFn: (id: string) => api.boards.moveStatusTasks(status.id, { target_status_id: id }),
    onSuccess: ({ moved }, id) => {
      const title = others.find((one) => one.id === id)?.title
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
      isIncomplete={count === 0 || target === null}
    >
      {count === 0 ? (
        <p>There are no tasks in it.</p>
      ) : (
        <Choice
          label={`Move ${count === 1 ? 'its task' : `its ${count} tasks`} to`}
          options={others.map(({ id, title }) => ({ id, label: title }))}
          value={target}
          onChange={setTarget}
        />
      )}
    </FormDialog>
  )
}
