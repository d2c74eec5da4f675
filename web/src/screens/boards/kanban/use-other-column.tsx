import type { Status } from '@atelier/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Choice } from '../../../ui/choice.tsx'
import { useBoard } from '../board-context.ts'
import { tasksQuery } from '../queries.ts'

/** Asks for the column that gets the tasks of this one. Filtered tasks count too. */
export function useOtherColumn(status: Status) {
  const { board } = useBoard()
  const { data: tasks = [] } = useQuery(tasksQuery(board.id))
  const count = tasks.filter((task) => task.status === status.id).length
  const others = board.statuses.filter(({ id }) => id !== status.id)
  const [target, setTarget] = useState(others[0]?.id ?? null)
  const field =
    count === 0 ? (
      <p>There are no tasks in it.</p>
    ) : (
      <Choice
        label={`Move its ${count === 1 ? 'task' : `${count} tasks`} to`}
        options={others.map(({ id, title }) => ({ id, label: title }))}
        value={target}
        onChange={setTarget}
      />
    )
  return { board, target: count > 0 ? target : null, field }
}
