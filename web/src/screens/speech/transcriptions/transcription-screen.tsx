import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Page } from '../../../ui/page.tsx'
import { hasEnded, transcriptionQuery } from '../queries.ts'
import { nameTranscription } from './name-transcription.ts'
import { Reading } from './reading.tsx'
import { RecordFailed } from './record-failed.tsx'
import { RecordMenu } from './record-menu.tsx'
import { RecordRunning } from './record-running.tsx'
import { StatusBadge } from './status-badge.tsx'

/** A transcription: in progress, ready to read and correct, or failed. */
export function TranscriptionScreen() {
  const { id } = useParams({ strict: false }) as { id: string }
  const { data: record } = useSuspenseQuery(transcriptionQuery(id))
  return (
    <Page
      title={nameTranscription(record)}
      isWide
      beside={<StatusBadge record={record} />}
      up={{ to: '/speech?tab=transcriptions', label: 'Transcriptions' }}
      actions={<RecordMenu record={record} />}
    >
      {record.job_status === 'FAILED' && <RecordFailed record={record} />}
      {!hasEnded(record) && <RecordRunning record={record} />}
      {record.job_status === 'DONE' && <Reading key={id} record={record} />}
    </Page>
  )
}
