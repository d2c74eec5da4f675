import { Archive, BellOff, CircleHelp, Inbox } from 'lucide-react'
import { DemoButton } from '../../app/demo-button.tsx'
import { useMay } from '../../app/session.ts'
import { Empty } from '../../ui/empty.tsx'
import { PlaceLink } from '../../ui/place-link.tsx'
import type { Filters, View } from './filters.ts'

const words: Record<View, { icon: typeof Inbox; title: string; text: string }> = {
  all: {
    icon: Inbox,
    title: 'Nothing needs you',
    text: 'What your agents tell you and ask you comes here, as do mentions and tasks that you are given. It goes on to your mail as you choose.',
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
    <Empty
      icon={<Icon size={22} />}
      title={title}
      action={view === 'all' && !category && <FirstSteps />}
    >
      {category ? 'At least not in this category. Others may have something.' : text}
    </Empty>
  )
}

/** Ways to get started, for new workspaces. */
function FirstSteps() {
  const mayMakeKeys = useMay('api-keys:write')
  const mayLoadDemo = useMay('workspaces:write')
  return (
    <>
      {mayLoadDemo && <DemoButton />}
      {mayMakeKeys && <PlaceLink to="/settings/keys" label="Make a key for an agent" />}
    </>
  )
}
