import { forwardRef } from 'react'
import { FailureView } from '../../../app/failure-view.tsx'
import { EmptyList } from '../empty-list.tsx'
import { buildSearch, type Filters } from '../filters.ts'
import type { Open, Triage } from '../use-triage.ts'
import { InboxList, type ListHandle } from './inbox-list.tsx'
import styles from './list-pane.module.css'
import { ListSkeleton } from './row-skeleton.tsx'
import { isOpenRow } from './rows.ts'
import type { useRows } from './use-rows.ts'

interface Props {
  found: ReturnType<typeof useRows>
  filters: Filters
  open: Open
  triage: Triage
}

/** The list, or its loading, error or empty state. */
export const ListPane = forwardRef<ListHandle, Props>(function ListPane(
  { found: { rows, error, hasMore, hasFailed, readMore }, filters, open, triage },
  list,
) {
  if (!rows && error) return <FailureView error={error} reset={() => {}} />
  if (!rows) return <ListSkeleton />
  if (rows.length === 0 && !hasMore) {
    return (
      <div className={styles.empty}>
        <EmptyList filters={filters} />
      </div>
    )
  }
  return (
    <InboxList
      ref={list}
      rows={rows}
      openKey={rows.find((row) => isOpenRow(row, open))?.key}
      cursorKey={triage.cursor}
      search={buildSearch(filters)}
      hasMore={hasMore}
      hasFailed={hasFailed}
      onMore={readMore}
      onCursor={triage.setCursor}
      onOpen={triage.open}
    />
  )
})
