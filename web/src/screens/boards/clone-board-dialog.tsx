import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Form } from 'react-aria-components'
import { api } from '../../app/api.ts'
import { Refusal } from '../../app/refusal.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogButtons } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { TickBox } from '../../ui/tick-box.tsx'
import { useBoard } from './board-context.ts'
import styles from './form.module.css'

/** Another board like this one. */
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
    <Dialog title={`Clone ${board.title}`} isOpen onClose={onClose}>
      <Form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          clone.mutate()
        }}
      >
        <Field
          label="Title"
          value={title}
          onChange={setTitle}
          maxLength={250}
          isRequired
          autoFocus
        />
        <p>The copy has the same columns, fields and access; members are not copied.</p>
        {board.tasks_count > 0 && (
          <TickBox
            isSelected={withTasks}
            onChange={setWithTasks}
            hint="Without their comments and their activity."
          >
            {board.tasks_count === 1
              ? 'Copy its task, too'
              : `Copy its ${board.tasks_count} tasks, too`}
          </TickBox>
        )}
        <Refusal error={clone.error} />
        <DialogButtons>
          <Button onPress={onClose}>Cancel</Button>
          <Button type="submit" kind="first" isDisabled={clone.isPending}>
            Clone board
          </Button>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}
