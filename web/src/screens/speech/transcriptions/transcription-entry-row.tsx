import type { TranscriptionSummary } from '@atelier/sdk'
import { Link } from '@tanstack/react-router'
import { When } from '../../../ui/when.tsx'
import { formatClock } from './clock.ts'
import { nameTranscription } from './name-transcription.ts'
import { StatusBadge } from './status-badge.tsx'
import styles from './transcriptions.module.css'

export function TranscriptionEntryRow({ entry }: { entry: TranscriptionSummary }) {
  return (
    <Link to={'/speech/$id' as string} params={{ id: entry.id } as never} className={styles.row}>
      <span className={styles.name}>{nameTranscription(entry)}</span>
      <StatusBadge record={entry} />
      <span className={styles.duration}>
        {entry.duration_ms === null ? '' : formatClock(entry.duration_ms)}
      </span>
      <span className={styles.language}>{entry.language_code}</span>
      <span className={styles.when}>
        <When at={entry.created_at} />
      </span>
    </Link>
  )
}
