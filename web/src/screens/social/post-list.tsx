import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { PenLine, Send } from 'lucide-react'
import { accountsQuery } from '../../app/queries.ts'
import { useMay } from '../../app/session.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { EntryList } from '../../ui/entry-list.tsx'
import { Pager } from '../../ui/pager.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { useFilters } from './filters.ts'
import { PostRow } from './post-row.tsx'
import { listQuery, perPage } from './queries.ts'
import { useZone } from './use-zone.ts'

/** Drafts or posts, one per account. */
export function PostList({ kind }: { kind: 'drafts' | 'posts' }) {
  const [filters, change] = useFilters()
  const { zone } = useZone()
  const { data: accounts } = useSuspenseQuery(accountsQuery)
  const mayWrite = useMay('social:write')
  const ids = filters.account ? [filters.account] : accounts.map(({ id }) => id)
  const list = useQuery(listQuery(kind, ids, filters, zone))
  if (list.isError) throw list.error
  if (!list.data) return <SkeletonRows height={52} />
  const { results, count } = list.data
  if (count === 0 && (filters.search || filters.tag || filters.account || filters.status)) {
    return (
      <Empty
        title="No matching posts"
        action={
          <Button
            onPress={() =>
              change({ search: undefined, tag: undefined, account: undefined, status: undefined })
            }
          >
            Clear filters
          </Button>
        }
      >
        Try a shorter search or fewer filters.
      </Empty>
    )
  }
  if (count === 0) {
    return (
      <Empty
        icon={kind === 'drafts' ? <PenLine size={22} /> : <Send size={22} />}
        title={kind === 'drafts' ? 'No drafts' : 'No posts yet'}
        action={
          mayWrite && (
            <Button kind="first" onPress={() => change({ compose: 'new' })}>
              Write a post
            </Button>
          )
        }
      >
        {kind === 'drafts'
          ? 'Drafts from you and your agents wait here for review.'
          : 'Scheduled and published posts appear here.'}
      </Empty>
    )
  }
  return (
    <>
      <EntryList>
        {results.map((entry) => (
          <PostRow key={entry.id} entry={entry} />
        ))}
      </EntryList>
      <Pager
        page={filters.page}
        pageSize={perPage}
        count={count}
        onChange={(page) => change({ page: String(page) })}
      />
    </>
  )
}
