import { Empty } from '../../ui/empty.tsx'
import { Page } from '../../ui/page.tsx'

export function SpeechScreen() {
  return (
    <Page title="Speech">
      <Empty title="Not built yet" />
    </Page>
  )
}
