import { Empty } from '../../ui/empty.tsx'
import { Page } from '../../ui/page.tsx'

export function ChatScreen() {
  return (
    <Page title="Chat">
      <Empty title="Not built yet" />
    </Page>
  )
}
