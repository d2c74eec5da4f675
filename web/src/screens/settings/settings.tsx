import { Empty } from '../../ui/empty.tsx'
import { Page } from '../../ui/page.tsx'

export function SettingsScreen() {
  return (
    <Page title="Settings">
      <Empty title="Not built yet" />
    </Page>
  )
}
