import type { Transcription } from '@atelier/sdk'
import { Badge } from '../../../ui/badge.tsx'

type TranscriptionState = Pick<Transcription, 'job_status' | 'percent'> & {
  errors: { code: string }[]
}

export function StatusBadge({ record }: { record: TranscriptionState }) {
  const { job_status: status, percent, errors } = record
  if (status === 'DONE') return <Badge tone="good">Done</Badge>
  if (status === 'FAILED') {
    const isCancelled = errors.some(({ code }) => code === 'cancelled')
    return isCancelled ? <Badge>Cancelled</Badge> : <Badge tone="bad">Failed</Badge>
  }
  if (status === 'CREATED' || status === 'PENDING') return <Badge>Waiting</Badge>
  return <Badge tone="accent">{percent} %</Badge>
}
