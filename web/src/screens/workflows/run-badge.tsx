import {
  CircleCheck,
  CircleX,
  Clock4,
  LoaderCircle,
  type LucideIcon,
  OctagonX,
  Pause,
} from 'lucide-react'
import { Badge, type Tone } from '../../ui/badge.tsx'
import type { RunStatus } from './queries.ts'

export const runWords: Record<RunStatus, string> = {
  RUNNING: 'Running',
  PAUSED: 'Paused',
  COMPLETED: 'Completed',
  FAILED: 'Failed',
  TERMINATED: 'Terminated',
  TIMED_OUT: 'Timed out',
}

const looks: Record<RunStatus, { tone: Tone; icon: LucideIcon }> = {
  RUNNING: { tone: 'accent', icon: LoaderCircle },
  PAUSED: { tone: 'warn', icon: Pause },
  COMPLETED: { tone: 'good', icon: CircleCheck },
  FAILED: { tone: 'bad', icon: CircleX },
  TERMINATED: { tone: 'plain', icon: OctagonX },
  TIMED_OUT: { tone: 'bad', icon: Clock4 },
}

export function RunBadge({ status }: { status: RunStatus }) {
  const { tone, icon: Icon } = looks[status]
  return (
    <Badge tone={tone}>
      <Icon size={12} aria-hidden />
      {runWords[status]}
    </Badge>
  )
}
