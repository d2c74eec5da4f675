import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../app/api.ts'
import { FormDialog } from '../../app/form-dialog.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Field } from '../../ui/field.tsx'
import { say } from '../../ui/toasts.tsx'
import { useBoard } from './board-context.ts'
import { type Priority, priorities, type Task } from './model.ts'
import { keepTask } from './tasks-cache.ts'

const ranks = [{ id: 'none', label: 'No priority' } as const, ...priorities]

/** Creates a task from anywhere on the board, with the shortcut `c`. */
export function NewTaskDialog({ onClose }: { onClose: () => void }) {
  const { board } = useBoard()
  const client = useQueryClient()
  const [title, setTitle] = useState('')
  const [description, setDescription] = useState('')
  const first = board.statuses.find(({ category }) => category === 'todo') ?? board.statuses[0]
  const [status, setStatus] = useState(first?.id ?? '')
  const [priority, setPriority] = useState<Priority | 'none'>('none')
  const add = useMutation({
    mutationFn: () =>
      api.boardTasks.create({
        board: board.id,
        status,
        title: title.trim(),
        description,
        priority: priority === 'none' ? null : priority,
      }),
    onSuccess: (task) => {
      keepTask(client, task as Task)
      say(`${task.slug} is on the board.`)
      onClose()
    },
    meta: { showsErrors: true },
  })
  return (
    <FormDialog title="New task" action="Create task" send={add} onClose={onClose}>
      <Field label="Title" value={title} onChange={setTitle} maxLength={250} isRequired autoFocus />
      <Field label="Description" value={description} onChange={setDescription} rows={4} />
      <Choice
        label="Column"
        options={board.statuses.map((one) => ({ id: one.id, label: one.title }))}
        value={status}
        onChange={setStatus}
      />
      <Choice label="Priority" options={ranks} value={priority} onChange={setPriority} />
    </FormDialog>
  )
}
