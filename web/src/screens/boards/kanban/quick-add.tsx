import type { Status } from '@atelier/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Form, Input, TextField } from 'react-aria-components'
import { api } from '../../../app/api.ts'
import { Button } from '../../../ui/button.tsx'
import { submit } from '../../../ui/submit.ts'
import { useBoard } from '../board-context.ts'
import type { Task } from '../model.ts'
import { keepTask } from '../tasks-cache.ts'
import styles from './quick-add.module.css'

/** At the end of a column: type a title, press Enter, type the next one. */
export function QuickAdd({ status }: { status: Status }) {
  const { board } = useBoard()
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const [title, setTitle] = useState('')
  const add = useMutation({
    // One after another, so that tasks keep the order in which they were typed.
    scope: { id: `new tasks of ${board.id}` },
    mutationFn: (text: string) =>
      api.boardTasks.create({ board: board.id, status: status.id, title: text }),
    onSuccess: (task) => keepTask(client, task as Task),
    // Keeps the text if the server rejects it.
    onError: (_error, text) => setTitle((now) => now || text),
  })
  if (!isOpen) {
    return (
      <Button
        kind="quiet"
        className={styles.open}
        aria-label={`Add task to ${status.title}`}
        onPress={() => setOpen(true)}
      >
        <Plus /> Add task
      </Button>
    )
  }
  return (
    <Form
      onSubmit={submit(() => {
        if (title.trim() === '') return
        add.mutate(title.trim())
        setTitle('')
      })}
    >
      <TextField
        aria-label={`New task in ${status.title}`}
        value={title}
        onChange={setTitle}
        autoFocus
        onKeyDown={(event) => event.key === 'Escape' && setOpen(false)}
        onBlur={() => title.trim() === '' && setOpen(false)}
      >
        <Input className={styles.input} placeholder="Title, then Enter" maxLength={250} />
      </TextField>
    </Form>
  )
}
