import type { Dependencies as Links } from '@atelier/sdk'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { OctagonMinus } from 'lucide-react'
import { api } from '../../../app/api.ts'
import { Badge } from '../../../ui/badge.tsx'
import { useBoard } from '../board-context.ts'
import type { Task } from '../model.ts'
import { dependenciesQuery } from '../queries.ts'
import { AddDependency } from './add-dependency.tsx'
import styles from './dependencies.module.css'
import { Section } from './section.tsx'
import { TaskRow } from './task-row.tsx'

type Brief = Links['blocks'][number]

const relations = {
  RELATES_TO: 'Related to',
  DUPLICATES: 'Duplicate of',
  DUPLICATED_BY: 'Duplicated by',
} as const

/** The tasks that a task waits for, blocks or is related to. */
export function Dependencies({ task, tasks }: { task: Task; tasks: Task[] }) {
  const { mayWrite } = useBoard()
  const client = useQueryClient()
  const { queryKey } = dependenciesQuery(task.id)
  const { data } = useSuspenseQuery(dependenciesQuery(task.id))
  const remove = useMutation({
    mutationFn: (other: Brief) =>
      api.boardTasks.removeDependency(task.id, { target_task_id: other.id }),
    onSuccess: (links) => client.setQueryData(queryKey, links),
  })
  // For tasks of this board, the loaded list is more current.
  const fresh = (other: Brief) => tasks.find(({ id }) => id === other.id) ?? other
  const groups: [string, Brief[]][] = [
    ['Blocked by', data.blocked_by],
    ['Blocks', data.blocks],
    ...Object.entries(relations).map(([relation, name]): [string, Brief[]] => [
      name,
      data.related.filter(({ relation_type }) => relation_type === relation),
    ]),
  ]
  const shown = groups.filter(([, others]) => others.length > 0)
  const isBlocked = !task.complete && data.blocked_by.some((other) => !fresh(other).complete)
  if (shown.length === 0 && !mayWrite) return null
  return (
    <Section
      title="Dependencies"
      beside={
        isBlocked && (
          <Badge tone="warn">
            <OctagonMinus size={13} aria-hidden /> Blocked
          </Badge>
        )
      }
      action={mayWrite && <AddDependency task={task} />}
    >
      {shown.length === 0 && <p className={styles.none}>No dependencies</p>}
      {shown.map(([name, others]) => (
        <div key={name} className={styles.group}>
          <h4>{name}</h4>
          <ul>
            {others.map((other) => (
              <TaskRow
                key={other.id}
                task={fresh(other)}
                {...(mayWrite && { onRemove: () => remove.mutate(other) })}
              />
            ))}
          </ul>
        </div>
      ))}
    </Section>
  )
}
