import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { Page } from '../../../ui/page.tsx'
import { hasEnded, transcriptionQuery } from '../queries.ts'
import { nameOf } from './name-of.ts'
import { Reading } from './reading.tsx'
import styles from './record.module.css'
import { RecordFailed } from './record-failed.tsx'
import { RecordMenu } from './record-menu.tsx'
import { RecordRunning } from './record-running.tsx'
import { StatusBadge } from './status-badge.tsx'

/** A transcription: being made, to be read and corrected, or failed. */
export function TranscriptionScreen() {
  const { id } = useParams({ strict: false }) as { id: string }
  const { data: record } = useSuspenseQuery(transcriptionQuery(id))
  return (
    <Page
      title={nameOf(record)}
      isWide
      beside={<StatusBadge record={record} />}
      actions={
        <>
          <Link
            to={'/speech' as string}
            search={{ tab: 'transcriptions' } as never}
            className={styles.back}
          >
            <ArrowLeft size={16} aria-hidden /> <span>Transcriptions</span>
          </Link>
          <RecordMenu record={record} />
        </>
      }
    >
      {record.job_status === 'FAILED' && <RecordFailed record={record} />}
      {!hasEnded(record) && <RecordRunning record={record} />}
      {record.job_status === 'DONE' && <Reading key={id} record={record} />}
    </Page>
  )
}
