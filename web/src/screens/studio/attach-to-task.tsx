import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { ListBox, ListBoxItem } from 'react-aria-components'
import { api } from '../../app/api.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { say } from '../../ui/toasts.tsx'
import styles from './attach-to-task.module.css'

interface Props {
  asset: string
  isOpen: boolean
  onClose: () => void
}

/** Attaches an asset to a task on a board. */
export function AttachToTask({ asset, isOpen, onClose }: Props) {
  const attach = useMutation({
    mutationFn: ({ id }: { id: string; slug: string }) =>
      api.boardTasks.attachAsset(id, { asset_id: asset }),
    onSuccess: (_asset, { slug }) => {
      say(`Attached to ${slug}.`)
      onClose()
    },
  })
  return (
    <Dialog title="Attach to a task" isOpen={isOpen} onClose={onClose}>
      <Tasks onChoose={attach.mutate} />
    </Dialog>
  )
}

function Tasks({ onChoose }: { onChoose: (task: { id: string; slug: string }) => void }) {
  const [text, setText] = useState('')
  const search = useDeferredValue(text.trim())
  const { data } = useQuery({
    queryKey: ['boardTasks', 'list', 'attach', search],
    queryFn: ({ signal }) =>
      api.boardTasks.list({ page_size: 20, ...(search && { search }) }, { signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <div className={styles.attach}>
      <Field label="Find a task" autoFocus value={text} onChange={setText} />
      {!data ? (
        <SkeletonRows count={4} height={32} />
      ) : (
        <ListBox
          aria-label="Tasks"
          items={data.results}
          className={styles.list}
          onAction={(key) => {
            const task = data.results.find(({ id }) => id === key)
            if (task) onChoose(task)
          }}
          renderEmptyState={() => <p className={styles.none}>No matching tasks</p>}
        >
          {(task) => (
            <ListBoxItem id={task.id} textValue={task.title} className={styles.task}>
              <small>{task.slug}</small>
              <span>{task.title}</span>
            </ListBoxItem>
          )}
        </ListBox>
      )}
    </div>
  )
}
