import { TextArea, TextField } from 'react-aria-components'
import { useBoard } from '../board-context.ts'
import type { Task } from '../model.ts'
import { useChangeTask } from '../use-change-task.ts'
import styles from './title-field.module.css'
import { useInPlace } from './use-in-place.ts'

export function TitleField({ task }: { task: Task }) {
  const { mayWrite } = useBoard()
  const change = useChangeTask(task)
  const draft = useInPlace(task.title, async (text) => {
    const title = text.replaceAll(/\s+/g, ' ').trim()
    if (title !== '') await change.mutateAsync({ title })
  })
  return (
    <TextField {...draft} aria-label="Title" isReadOnly={!mayWrite} maxLength={250}>
      <TextArea rows={1} className={styles.title} />
    </TextField>
  )
}
