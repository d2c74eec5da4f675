import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { TextArea, TextField } from 'react-aria-components'
import { Markdown } from '../../../app/markdown.tsx'
import { Button } from '../../../ui/button.tsx'
import { useBoard } from '../board-context.ts'
import type { Task } from '../model.ts'
import { useChangeTask } from '../use-change-task.ts'
import styles from './description-field.module.css'
import { useDraft } from './use-draft.ts'

/** Shown as it reads, edited as it is written: Markdown. */
export function DescriptionField({ task }: { task: Task }) {
  const { mayWrite } = useBoard()
  const [isEditing, setEditing] = useState(false)
  if (isEditing) return <Editor task={task} onDone={() => setEditing(false)} />
  if (task.description === '') {
    if (!mayWrite) return null
    return (
      <Button kind="quiet" className={styles.empty} onPress={() => setEditing(true)}>
        Add a description …
      </Button>
    )
  }
  return (
    <div className={styles.shown}>
      <Markdown text={task.description} />
      {mayWrite && (
        <Button
          kind="quiet"
          size="small"
          isIcon
          aria-label="Edit the description"
          className={styles.edit}
          onPress={() => setEditing(true)}
        >
          <Pencil />
        </Button>
      )}
    </div>
  )
}

function Editor({ task, onDone }: { task: Task; onDone: () => void }) {
  const change = useChangeTask(task)
  const draft = useDraft(task.description, (description) => change.mutate({ description }), false)
  return (
    <TextField
      {...draft}
      aria-label="Description"
      autoFocus
      maxLength={50_000}
      onBlur={() => {
        draft.onBlur()
        onDone()
      }}
      onKeyDown={(event) => {
        const isSaved = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
        draft.onKeyDown(event)
        if (event.key === 'Escape' || isSaved) onDone()
      }}
    >
      <TextArea
        rows={6}
        className={styles.editor}
        placeholder="Markdown. Leaving the field saves."
      />
    </TextField>
  )
}
