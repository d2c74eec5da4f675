import {
  CircleCheck,
  CircleX,
  Clock,
  LoaderCircle,
  type LucideIcon,
  PencilLine,
} from 'lucide-react'
import { Badge, type Tone } from '../../ui/badge.tsx'
import type { Entry } from './queries.ts'

const looks: Record<Entry['status'], { word: string; tone: Tone; icon: LucideIcon }> = {
  draft: { word: 'Draft', tone: 'plain', icon: PencilLine },
  scheduled: { word: 'Scheduled', tone: 'accent', icon: Clock },
  publishing: { word: 'Publishing', tone: 'warn', icon: LoaderCircle },
  published: { word: 'Published', tone: 'good', icon: CircleCheck },
  failed: { word: 'Failed', tone: 'bad', icon: CircleX },
}

export function PostBadge({ status }: { status: Entry['status'] }) {
  const { word, tone, icon: Icon } = looks[status]
  return (
    <Badge tone={tone}>
      <Icon size={12} aria-hidden />
      {word}
    </Badge>
  )
}

export function PostIcon({ status }: { status: Entry['status'] }) {
  const { word, icon: Icon } = looks[status]
  return <Icon size={12} role="img" aria-label={word} />
}
