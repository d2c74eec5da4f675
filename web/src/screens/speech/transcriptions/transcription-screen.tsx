import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { Page } from '../../../ui/page.tsx'
import { recordingOf, rememberRecording } from '../kept-recordings.ts'
import { hasEnded, transcriptionQuery } from '../queries.ts'
import type { RecordSearch } from '../routes.ts'
import { Reading } from './reading.tsx'
import styles from './record.module.css'
import { RecordFailed } from './record-failed.tsx'
import { RecordMenu } from './record-menu.tsx'
import { RecordRunning } from './record-running.tsx'
import { StatusBadge } from './status-badge.tsx'

/** A transcription: being made, to be read and corrected, or failed. */
export function TranscriptionScreen() {
  const { id } = useParams({ strict: false }) as { id: string }
  const search = useSearch({ strict: false }) as RecordSearch
  const navigate = useNavigate()
  const { data: record } = useSuspenseQuery(transcriptionQuery(id))
  const kept = recordingOf(id)
  const recording = search.recording ?? kept?.asset
  const choose = (asset: { id: string; name: string }) => {
    rememberRecording({ transcription: id, asset: asset.id, name: asset.name })
    void navigate({
      to: '/speech/$id' as string,
      params: { id } as never,
      search: { recording: asset.id } as never,
      replace: true,
    })
  }
  const name = kept && kept.asset === recording ? kept.name : `Transcription ${id.slice(0, 8)}`
  return (
    <Page
      title={name}
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
          <RecordMenu id={id} />
        </>
      }
    >
      {record.job_status === 'FAILED' && <RecordFailed record={record} recording={recording} />}
      {!hasEnded(record) && <RecordRunning record={record} />}
      {record.job_status === 'DONE' && (
        <Reading record={record} recording={recording} onRecording={choose} />
      )}
    </Page>
  )
}
