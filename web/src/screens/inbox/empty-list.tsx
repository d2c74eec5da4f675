import { Archive, BellOff, CircleHelp, Inbox } from 'lucide-react'
import { Empty } from '../../ui/empty.tsx'
import type { Filters, View } from './filters.ts'

const words: Record<View, { icon: typeof Inbox; title: string; text: string }> = {
  all: {
    icon: Inbox,
    title: 'Nothing needs you',
    text: 'What your agents tell you and ask you comes here, as do mentions and tasks that you are given. Agents send it with POST /api/v1/service/agent/notify, or with the tool of the same meaning over MCP.',
  },
  unread: { icon: Inbox, title: 'All read', text: 'What comes next shows up here by itself.' },
  questions: {
    icon: CircleHelp,
    title: 'No question waits',
    text: 'When an agent needs a decision it asks here. Your answer goes back to it at once, and it works on.',
  },
  snoozed: {
    icon: BellOff,
    title: 'Nothing is snoozed',
    text: 'Press s on a notification to have it come back later.',
  },
  archived: {
    icon: Archive,
    title: 'Nothing is archived',
    text: 'Press e on what is done with. It is kept here.',
  },
}

export function EmptyList({ filters: { view, category } }: { filters: Filters }) {
  const { icon: Icon, title, text } = words[view]
  return (
    <Empty icon={<Icon size={22} />} title={title}>
      {category ? 'At least not in this category. Others may have something.' : text}
    </Empty>
  )
}
