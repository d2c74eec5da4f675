import type { Status } from '@atelier/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../app/api.ts'
import { FormDialog } from '../../../app/form-dialog.tsx'
import { Choice } from '../../../ui/choice.tsx'
import { useBoard } from '../board-context.ts'
import { tasksQuery } from '../queries.ts'

/** Deletes a column. Its tasks, including filtered ones, move to another column. */
export function DeleteStatusDialog({ status, onClose }: { status: Status; onClose: () => void }) {
  const { board } = useBoard()
  const client = useQueryClient()
  const { data: tasks = [] } = useQuery(tasksQuery(board.id))
  const count = tasks.filter((task) => task.status === status.id).length
  const others = board.statuses.filter(({ id }) => id !== status.id)
  const [target, setTarget] = useState(others[0]?.id ?? null)
  const remove = useMutation({
    mutationFn: () =>
      api.boards.deleteStatus(
        board.id,
        status.id,
        count > 0 && target !== null ? { move_to: target } : {},
      ),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ['boards'] })
      void client.invalidateQueries({ queryKey: tasksQuery(board.id).queryKey })
      onClose()
    },
    meta: { showsErrors: true },
  })
  return (
    <FormDialog
      title={`Delete the column ${status.title}?`}
      action="Delete column"
      isDanger
      send={remove}
      onClose={onClose}
    >
      {count === 0 ? (
        <p>There are no tasks in it.</p>
      ) : (
        <Choice
          label={`Move its ${count === 1 ? 'task' : `${count} tasks`} to`}
          options={others.map(({ id, title }) => ({ id, label: title }))}
          value={target}
          onChange={setTarget}
        />
      )}
    </FormDialog>
  )
}
