import { Empty } from '../../ui/empty.tsx'
import { Page } from '../../ui/page.tsx'

export function ProjectsScreen() {
  return (
    <Page title="Projects">
      <Empty title="Not built yet" />
    </Page>
  )
}
