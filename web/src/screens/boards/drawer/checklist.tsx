import type { ChecklistItem } from '@atelier/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Check, X } from 'lucide-react'
import { Checkbox } from 'react-aria-components'
import { api } from '../../../app/api.ts'
import { IconButton } from '../../../ui/button.tsx'
import { LineAdder } from '../../../ui/line-adder.tsx'
import { useBoard } from '../board-context.ts'
import type { Task } from '../model.ts'
import { guessTask, refreshTask } from '../tasks-cache.ts'
import styles from './checklist.module.css'
import tick from './custom-field.module.css'
import { Section } from './section.tsx'

export function Checklist({ task }: { task: Task }) {
  const { mayWrite } = useBoard()
  const client = useQueryClient()
  const { checklist } = task
  const guess = (items: ChecklistItem[]) => guessTask(client, task, { checklist: items })
  const onSettled = () => refreshTask(client, task.board, task.id)
  const scope = { id: `checklist of ${task.id}` }
  const add = useMutation({
    scope,
    mutationFn: (title: string) => api.boardTasks.addChecklistItem(task.id, { title }),
    onSettled,
  })
  const change = useMutation({
    scope,
    mutationFn: ({ id, done }: ChecklistItem) =>
      api.boardTasks.updateChecklistItem(task.id, id, { done }),
    onMutate: (item) => guess(checklist.map((one) => (one.id === item.id ? item : one))),
    onSettled,
  })
  const remove = useMutation({
    scope,
    mutationFn: ({ id }: ChecklistItem) => api.boardTasks.deleteChecklistItem(task.id, id),
    onMutate: ({ id }) => guess(checklist.filter((one) => one.id !== id)),
    onSettled,
  })
  if (checklist.length === 0 && !mayWrite) return null
  const done = checklist.filter((item) => item.done).length
  return (
    <Section title="Checklist" beside={checklist.length > 0 && `${done}/${checklist.length}`}>
      <ul>
        {checklist.map((item) => (
          <li key={item.id} className={styles.item}>
            <Checkbox
              isSelected={item.done}
              isDisabled={!mayWrite}
              onChange={(isDone) => change.mutate({ ...item, done: isDone })}
              className={`${tick.tick} ${styles.tick}`}
            >
              <span className={tick.box}>
                <Check size={12} aria-hidden />
              </span>
              <span className={item.done ? styles.done : undefined}>{item.title}</span>
            </Checkbox>
            {mayWrite && (
              <IconButton label={`Delete “${item.title}”`} onPress={() => remove.mutate(item)}>
                <X />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
      {mayWrite && <LineAdder label="Add an item" onAdd={add.mutateAsync} />}
    </Section>
  )
}
