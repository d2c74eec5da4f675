import { Empty } from '../../ui/empty.tsx'
import { Page } from '../../ui/page.tsx'

export function SocialScreen() {
  return (
    <Page title="Social">
      <Empty title="Not built yet" />
    </Page>
  )
}
