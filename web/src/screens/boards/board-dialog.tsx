import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Form } from 'react-aria-components'
import { api } from '../../app/api.ts'
import { Refusal } from '../../app/refusal.tsx'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Dialog, DialogButtons } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import styles from './form.module.css'
import type { FullBoard } from './model.ts'

const accesses = [
  { id: 2, label: 'Everyone in the workspace' },
  { id: 1, label: 'Everyone reads, members of the board write' },
  { id: 0, label: 'Only members of the board' },
] as const

/** Name and access of a board; without one, of a new board. */
export function BoardDialog({ board, onClose }: { board?: FullBoard; onClose: () => void }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [title, setTitle] = useState(board?.title ?? '')
  const [description, setDescription] = useState(board?.description ?? '')
  const [access, setAccess] = useState<0 | 1 | 2>(board?.access ?? 2)
  const save = useMutation({
    mutationFn: () => {
      const body = { title: title.trim(), description, access }
      return board ? api.boards.update(board.id, body) : api.boards.create(body)
    },
    onSuccess: async ({ slug }) => {
      void client.invalidateQueries({ queryKey: ['boards'] })
      onClose()
      if (!board) await navigate({ to: `/boards/${slug}` as string })
    },
    meta: { showsErrors: true },
  })
  return (
    <Dialog title={board ? 'Edit board' : 'New board'} isOpen onClose={onClose}>
      <Form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate()
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
        <Field label="Description" value={description} onChange={setDescription} rows={3} />
        <Choice label="Who sees it" options={accesses} value={access} onChange={setAccess} />
        <Refusal error={save.error} />
        <DialogButtons>
          <Button onPress={onClose}>Cancel</Button>
          <Button type="submit" kind="first" isPending={save.isPending}>
            {board ? 'Save' : 'Create board'}
          </Button>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}
