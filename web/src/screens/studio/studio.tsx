import { Empty } from '../../ui/empty.tsx'
import { Page } from '../../ui/page.tsx'

export function StudioScreen() {
  return (
    <Page title="Studio">
      <Empty title="Not built yet" />
    </Page>
  )
}
