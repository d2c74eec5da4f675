import { useSuspenseQuery } from '@tanstack/react-query'
import { CalendarPlus, PenLine } from 'lucide-react'
import { accountsQuery } from '../../app/queries.ts'
import { useSearchParams } from '../../app/search-params.ts'
import { useMay } from '../../app/session.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Page } from '../../ui/page.tsx'
import { TabLinks } from '../../ui/tab-links.tsx'
import { Accounts } from './accounts.tsx'
import { Calendar } from './calendar.tsx'
import { CalendarBar } from './calendar-bar.tsx'
import { Composer } from './composer.tsx'
import { ConnectAccount } from './connect-account.tsx'
import { ListFilters } from './list-filters.tsx'
import { PostList } from './post-list.tsx'

const tabs = [
  { id: 'calendar', label: 'Calendar' },
  { id: 'drafts', label: 'Drafts' },
  { id: 'posts', label: 'Posts' },
  { id: 'accounts', label: 'Accounts' },
]

/** The publishing schedule: a calendar, drafts, posts and accounts. */
export function SocialScreen() {
  const [params, change] = useSearchParams()
  const { data: accounts } = useSuspenseQuery(accountsQuery)
  const mayWrite = useMay('social:write')
  const mayConnect = useMay('social-accounts:write')
  const view = tabs.find(({ id }) => id === params.view)?.id ?? 'calendar'
  const isBare = accounts.length === 0
  return (
    <Page
      title="Social"
      actions={
        !isBare &&
        mayWrite && (
          <Button kind="first" onPress={() => change({ compose: 'new' })}>
            <PenLine /> Write a post
          </Button>
        )
      }
      filters={
        <>
          <TabLinks
            label="Views"
            tabs={tabs}
            value={view}
            searchOf={(id) => ({ view: id === 'calendar' ? undefined : id })}
          />
          {!isBare && view === 'calendar' && <CalendarBar />}
          {!isBare && (view === 'drafts' || view === 'posts') && <ListFilters kind={view} />}
        </>
      }
    >
      {isBare && view !== 'accounts' && (
        <Empty
          icon={<CalendarPlus size={22} />}
          title="No accounts connected"
          action={
            mayConnect && (
              <Button kind="first" onPress={() => change({ connect: 'mastodon' })}>
                Connect an account
              </Button>
            )
          }
        >
          Connect Mastodon, Bluesky or a webhook. Then you and your agents can draft and schedule
          posts, which are published automatically.
          {!mayConnect && ' An administrator can connect accounts.'}
        </Empty>
      )}
      {!isBare && view === 'calendar' && <Calendar />}
      {!isBare && (view === 'drafts' || view === 'posts') && <PostList kind={view} />}
      {view === 'accounts' && <Accounts />}
      {params.compose === 'new' && mayWrite && !isBare && <Composer />}
      {params.connect !== undefined && mayConnect && <ConnectAccount />}
    </Page>
  )
}
