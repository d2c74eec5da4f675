import { Archive, BellOff, CircleHelp, Inbox, SearchX } from 'lucide-react'
import { DemoButton } from '../../app/demo-button.tsx'
import { useMay } from '../../app/session.ts'
import { Empty } from '../../ui/empty.tsx'
import { PlaceLink } from '../../ui/place-link.tsx'
import { type Filters, type View, views } from './filters.ts'

const words: Record<View, { icon: typeof Inbox; title: string; text: string }> = {
  all: {
    icon: Inbox,
    title: 'You’re all caught up',
    text: 'Messages and questions from agents appear here, with mentions and tasks assigned to you. In Settings you choose what you also get by email.',
  },
  unread: {
    icon: Inbox,
    title: 'No unread notifications',
    text: 'New notifications appear here automatically.',
  },
  questions: {
    icon: CircleHelp,
    title: 'No open questions',
    text: 'When an agent needs a decision, it asks here. It continues as soon as you answer.',
  },
  snoozed: {
    icon: BellOff,
    title: 'No snoozed notifications',
    text: 'Snooze a notification, and it waits here until the time you choose.',
  },
  archived: {
    icon: Archive,
    title: 'No archived notifications',
    text: 'Archive what is done. It stays here, and search finds it.',
  },
}

export function EmptyList({ filters: { view, category, search } }: { filters: Filters }) {
  if (search) {
    return (
      <Empty icon={<SearchX size={22} />} title="No results">
        {`Nothing in “${views[view]}” has “${search}” in its title or text.`}
      </Empty>
    )
  }
  const { icon: Icon, title, text } = words[view]
  return (
    <Empty
      icon={<Icon size={22} />}
      title={title}
      action={view === 'all' && !category && <FirstSteps />}
    >
      {category ? 'Nothing in this category. Try another one.' : text}
    </Empty>
  )
}

/** Ways to get started, for new workspaces. */
function FirstSteps() {
  const mayLoadDemo = useMay('workspaces:write')
  return (
    <>
      <PlaceLink to="/start" label="Get started" />
      {mayLoadDemo && <DemoButton />}
    </>
  )
}
