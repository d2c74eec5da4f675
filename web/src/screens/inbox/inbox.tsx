import { Inbox } from 'lucide-react'
import { Empty } from '../../ui/empty.tsx'
import { Page } from '../../ui/page.tsx'

export function InboxScreen() {
  return (
    <Page title="Inbox">
      <Empty icon={<Inbox size={22} />} title="Nothing needs you">
        What your agents tell you and ask you comes here.
      </Empty>
    </Page>
  )
}
