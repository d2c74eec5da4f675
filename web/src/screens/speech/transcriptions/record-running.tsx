import type { Transcription } from '@atelier/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { api } from '../../../app/api.ts'
import { useMay } from '../../../app/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { transcriptionQuery } from '../queries.ts'
import { formatClock } from './clock.ts'
import styles from './record.module.css'

const stages: Partial<Record<Transcription['job_status'], string>> = {
  CREATED: 'fetching the recording',
  PENDING: 'waiting in the queue',
  PROCESSING: 'listening',
  RENDERING: 'writing the transcript',
  UPDATED: 'saving the correction',
}

export function RecordRunning({ record }: { record: Transcription }) {
  const queryClient = useQueryClient()
  const mayCancel = useMay('transcriptions:write')
  const cancel = useMutation({
    mutationFn: () => api.transcriptions.cancel(record.id),
    onSuccess: (ended) => queryClient.setQueryData(transcriptionQuery(record.id).queryKey, ended),
  })
  return (
    <div className={styles.running}>
      <div aria-live="polite">
        <Progress
          label={stages[record.job_status] ?? record.job_status.toLowerCase()}
          percent={record.percent}
        />
      </div>
      <p className={styles.soft}>
        {record.duration_ms !== null && `${formatClock(record.duration_ms)} of audio. `}
        It keeps running if you leave this page.
      </p>
      {mayCancel && (
        <div>
          <Button isDisabled={cancel.isPending} onPress={() => cancel.mutate()}>
            <X /> Cancel
          </Button>
        </div>
      )}
      <div className={styles.lines} aria-hidden>
        <Skeleton width="92%" />
        <Skeleton width="84%" />
        <Skeleton width="60%" />
      </div>
    </div>
  )
}
