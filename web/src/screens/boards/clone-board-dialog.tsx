import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../app/api.ts'
import { FormDialog } from '../../app/form-dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { TickBox } from '../../ui/tick-box.tsx'
import { useBoard } from './board-context.ts'

export function CloneBoardDialog({ onClose }: { onClose: () => void }) {
  const { board } = useBoard()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [title, setTitle] = useState(`${board.title} (copy)`)
  const [withTasks, setWithTasks] = useState(false)
  const clone = useMutation({
    mutationFn: () => api.boards.clone(board.id, { title: title.trim(), with_tasks: withTasks }),
    onSuccess: async ({ slug }) => {
      void client.invalidateQueries({ queryKey: ['boards', 'list'] })
      onClose()
      await navigate({ to: `/boards/${slug}` as string })
    },
    meta: { showsErrors: true },
  })
  return (
    <FormDialog title={`Clone ${board.title}`} action="Clone board" send={clone} onClose={onClose}>
      <Field label="Title" value={title} onChange={setTitle} maxLength={250} isRequired autoFocus />
      <p>The copy has the same columns, fields and access; members are not copied.</p>
      {board.tasks_count > 0 && (
        <TickBox
          isSelected={withTasks}
          onChange={setWithTasks}
          hint="Their comments and activity are not copied."
        >
          {board.tasks_count === 1
            ? 'Also copy its task'
            : `Also copy its ${board.tasks_count} tasks`}
        </TickBox>
      )}
    </FormDialog>
  )
}
