import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../app/api.ts'
import { FormDialog } from '../../app/form-dialog.tsx'
import { Choice } from '../../ui/choice.tsx'
import { useDraft } from '../../ui/drafts.ts'
import { Field } from '../../ui/field.tsx'
import { RestoredDraft } from '../../ui/restored-draft.tsx'
import { say } from '../../ui/toasts.tsx'
import { useBoard } from './board-context.ts'
import { type Priority, priorities, type Task } from './model.ts'
import { keepTask } from './tasks-cache.ts'

const ranks = [{ id: 'none', label: 'No priority' } as const, ...priorities]
const nobody = 0

/** Creates a task from anywhere on the board, with the shortcut `c`. */
export function NewTaskDialog({ onClose }: { onClose: () => void }) {
  const { board, names } = useBoard()
  const client = useQueryClient()
  const first = board.statuses.find(({ category }) => category === 'todo') ?? board.statuses[0]
  const draft = useDraft(`new task on ${board.id}`, () => ({
    title: '',
    description: '',
    status: first?.id ?? '',
    priority: 'none' as Priority | 'none',
    assignee: nobody,
    due: '',
  }))
  const task = draft.value
  const update = (part: Partial<typeof task>) => draft.set({ ...task, ...part })
  const add = useMutation({
    mutationFn: () =>
      api.boardTasks.create({
        board: board.id,
        status: task.status,
        title: task.title.trim(),
        description: task.description,
        priority: task.priority === 'none' ? null : task.priority,
        ...(task.assignee !== nobody && { assignees: [task.assignee] }),
        ...(task.due !== '' && { due_date: task.due }),
      }),
    onSuccess: (created) => {
      keepTask(client, created as Task)
      say(`${created.slug} is on the board.`)
      draft.discard()
      onClose()
    },
    meta: { showsErrors: true },
  })
  const people = [...names.people].map(([id, label]) => ({ id, label }))
  return (
    <FormDialog title="New task" action="Create task" send={add} onClose={onClose}>
      <RestoredDraft isRestored={draft.isRestored} onDiscard={draft.discard} />
      <Field
        label="Title"
        value={task.title}
        onChange={(title) => update({ title })}
        maxLength={250}
        isRequired
        autoFocus
      />
      <Field
        label="Description"
        value={task.description}
        onChange={(description) => update({ description })}
        rows={4}
      />
      <Choice
        label="Column"
        options={board.statuses.map((one) => ({ id: one.id, label: one.title }))}
        value={task.status}
        onChange={(status) => update({ status })}
      />
      <Choice
        label="Assignee"
        options={[{ id: nobody, label: 'Nobody' }, ...people]}
        value={task.assignee}
        onChange={(assignee) => update({ assignee })}
      />
      <Field label="Due" type="date" value={task.due} onChange={(due) => update({ due })} />
      <Choice
        label="Priority"
        options={ranks}
        value={task.priority}
        onChange={(priority) => update({ priority })}
      />
    </FormDialog>
  )
}
