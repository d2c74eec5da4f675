import type { Asset } from '@atelier/sdk'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Paperclip } from 'lucide-react'
import { DropZone, FileTrigger } from 'react-aria-components'
import { api } from '../../../app/api.ts'
import { useMay } from '../../../app/session.ts'
import { IconButton } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useBoard } from '../board-context.ts'
import type { Task } from '../model.ts'
import { attachmentsQuery } from '../queries.ts'
import { Attachment } from './attachment.tsx'
import styles from './attachments.module.css'
import { Section } from './section.tsx'

/** The files of a task. Files can be dropped here or picked. */
export function Attachments({ task }: { task: Task }) {
  const { mayWrite } = useBoard()
  const mayUpload = useMay('assets:write') && mayWrite
  const client = useQueryClient()
  const { queryKey } = attachmentsQuery(task.id)
  const { data: assets } = useSuspenseQuery(attachmentsQuery(task.id))
  const upload = useMutation({
    scope: { id: `files of ${task.id}` },
    mutationFn: async (files: File[]) => {
      for (const file of files) {
        const { id } = await api.assets.upload(file)
        await api.boardTasks.attachAsset(task.id, { asset_id: id })
      }
    },
    onSettled: () => client.invalidateQueries({ queryKey }),
  })
  const remove = useMutation({
    scope: { id: `removals from ${task.id}` },
    mutationFn: ({ id }: Asset) => api.boardTasks.detachAsset(task.id, id),
    onMutate: ({ id }) => {
      client.setQueryData(queryKey, (before) => before?.filter((one) => one.id !== id))
    },
    onError: () => client.invalidateQueries({ queryKey }),
  })
  if (!mayUpload && assets.length === 0) return null
  const pick = mayUpload && (
    <FileTrigger
      allowsMultiple
      onSelect={(files) => files && files.length > 0 && upload.mutate([...files])}
    >
      <IconButton label="Attach files">
        <Paperclip />
      </IconButton>
    </FileTrigger>
  )
  return (
    <Section title="Attachments" beside={assets.length > 0 && assets.length} action={pick}>
      <DropZone
        className={styles.zone}
        isDisabled={!mayUpload}
        aria-label="Drop files here"
        onDrop={async ({ items }) => {
          const dropped = items.filter((item) => item.kind === 'file')
          const files = await Promise.all(dropped.map((item) => item.getFile()))
          if (files.length > 0) upload.mutate(files)
        }}
      >
        {assets.length === 0 && !upload.isPending && (
          <p className={styles.none}>Drop images, audio, video or PDFs here.</p>
        )}
        <ul className={styles.files}>
          {assets.map((asset) => (
            <Attachment
              key={asset.id}
              asset={asset}
              {...(mayWrite && { onRemove: () => remove.mutate(asset) })}
            />
          ))}
          {upload.isPending &&
            upload.variables.map(({ name }) => (
              <li key={name} role="status" aria-label={`Uploading ${name}`}>
                <Skeleton height={96} />
              </li>
            ))}
        </ul>
      </DropZone>
    </Section>
  )
}
