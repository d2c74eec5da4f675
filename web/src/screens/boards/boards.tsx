import { Empty } from '../../ui/empty.tsx'
import { Page } from '../../ui/page.tsx'

export function BoardsScreen() {
  return (
    <Page title="Boards">
      <Empty title="Not built yet" />
    </Page>
  )
}
