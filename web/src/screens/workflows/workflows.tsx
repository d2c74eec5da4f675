import { Empty } from '../../ui/empty.tsx'
import { Page } from '../../ui/page.tsx'

export function WorkflowsScreen() {
  return (
    <Page title="Workflows">
      <Empty title="Not built yet" />
    </Page>
  )
}
