import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { accountsQuery } from '../../app/queries.ts'
import { Choice } from '../../ui/choice.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { useFilters } from './filters.ts'
import { tagsQuery } from './queries.ts'

const statuses = [
  { id: 'any', label: 'Any status' },
  { id: 'scheduled', label: 'Scheduled' },
  { id: 'publishing', label: 'Publishing' },
  { id: 'published', label: 'Published' },
  { id: 'failed', label: 'Failed' },
]

const sorts = [
  { id: 'created_at-desc', label: 'Newest first' },
  { id: 'created_at-asc', label: 'Oldest first' },
  { id: 'updated_at-desc', label: 'Recently updated' },
  { id: 'date-asc', label: 'Date, earliest first' },
  { id: 'date-desc', label: 'Date, latest first' },
  { id: 'message-asc', label: 'Text, A to Z' },
]

/** Filters and sorts a list; the URL holds all settings. */
export function ListFilters({ kind }: { kind: 'drafts' | 'posts' }) {
  const [{ search, tag, account, status, order_by, order }, change] = useFilters()
  const { data: accounts } = useSuspenseQuery(accountsQuery)
  const tags = useQuery(tagsQuery).data ?? []
  const look = useCallback(
    (text: string) => change({ search: text, page: undefined }, { isReplacing: true }),
    [change],
  )
  const chosen = tags.find(({ name }) => name.toLowerCase() === tag.toLowerCase())
  return (
    <>
      <SearchBox label="Search posts" value={search} onChange={look} />
      <Choice
        label="Account"
        isLabelHidden
        options={[
          { id: 0, label: 'All accounts' },
          ...accounts.map(({ id, name }) => ({ id, label: name })),
        ]}
        value={account ?? 0}
        onChange={(id) => change({ account: id === 0 ? undefined : String(id), page: undefined })}
      />
      {kind === 'posts' && (
        <Choice
          label="Status"
          isLabelHidden
          options={statuses}
          value={status ?? 'any'}
          onChange={(id) => change({ status: id === 'any' ? undefined : id, page: undefined })}
        />
      )}
      {tags.length > 0 && (
        <Choice
          label="Tag"
          isLabelHidden
          options={[
            { id: 0, label: 'Any tag' },
            ...tags.map(({ id, name }) => ({ id, label: `#${name}` })),
          ]}
          value={chosen?.id ?? 0}
          onChange={(id) =>
            change({ tag: tags.find((one) => one.id === id)?.name, page: undefined })
          }
        />
      )}
      <Choice
        label="Sort"
        isLabelHidden
        options={sorts}
        value={`${order_by}-${order}`}
        onChange={(sort) =>
          change({ sort: sort === 'created_at-desc' ? undefined : sort, page: undefined })
        }
      />
    </>
  )
}
