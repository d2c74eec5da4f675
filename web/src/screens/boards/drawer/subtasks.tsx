import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../app/api.ts'
import { LineAdder } from '../../../ui/line-adder.tsx'
import { useBoard } from '../board-context.ts'
import type { Task } from '../model.ts'
import { keepTask } from '../tasks-cache.ts'
import { Section } from './section.tsx'
import { TaskRow } from './task-row.tsx'

/** The subtasks of a task, which are tasks themselves. */
export function Subtasks({ task, tasks }: { task: Task; tasks: Task[] }) {
  const { mayWrite } = useBoard()
  const client = useQueryClient()
  const add = useMutation({
    scope: { id: `new tasks of ${task.board}` },
    mutationFn: (title: string) => api.boardTasks.create({ title, parent: task.id }),
    onSuccess: (part) => keepTask(client, part as Task),
  })
  const parts = tasks.filter(({ parent }) => parent === task.id)
  if (parts.length === 0 && !mayWrite) return null
  const done = parts.filter(({ complete }) => complete).length
  return (
    <Section title="Subtasks" beside={parts.length > 0 && `${done}/${parts.length}`}>
      <ul>
        {parts.map((part) => (
          <TaskRow key={part.id} task={part} />
        ))}
      </ul>
      {mayWrite && <LineAdder label="Add a subtask" onAdd={add.mutateAsync} />}
    </Section>
  )
}
