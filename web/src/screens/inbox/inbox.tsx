import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useKeys } from '../../app/use-keys.ts'
import { Page } from '../../ui/page.tsx'
import { CategoryMenu } from './category-menu.tsx'
import { DetailSkeleton } from './detail/detail-skeleton.tsx'
import { FilterBar } from './filter-bar.tsx'
import { useFilters } from './filters.ts'
import styles from './inbox.module.css'
import { InboxMenu } from './inbox-menu.tsx'
import { InboxSearch } from './inbox-search.tsx'
import type { ListHandle } from './list/inbox-list.tsx'
import { ListPane } from './list/list-pane.tsx'
import { useRows } from './list/use-rows.ts'
import { useSeen } from './list/use-seen.ts'
import { LiveProgress } from './live-progress.tsx'
import { useNotificationQuery } from './queries.ts'
import { type Open, useTriage } from './use-triage.ts'

/** Includes the Markdown renderer; the list loads before it. */
const DetailPane = lazy(async () => ({
  default: (await import('./detail/detail-pane.tsx')).DetailPane,
}))

/** Notifications and questions from agents: the list, with the open item next to it. */
export function InboxScreen() {
  const open = useParams({ strict: false }) as Open
  const filters = useFilters()
  const list = useRef<ListHandle>(null)
  const found = useRows(filters)
  const { hold, release } = found
  const { data: openItem } = useQuery({
    ...useNotificationQuery(open.id ?? ''),
    enabled: open.id !== undefined,
  })
  useSeen(found.rows)
  const rows = found.rows ?? []
  const triage = useTriage({ rows, open, openItem, filters, list, hold, release })
  const [isSnoozeOpen, setSnoozeOpen] = useState(false)
  const hasOpen = open.id !== undefined || open.thread !== undefined

  // On a phone the detail covers the list, so the focus moves there for keyboard users.
  const detail = useRef<HTMLElement>(null)
  const opened = open.id ?? open.thread
  useEffect(() => {
    if (opened !== undefined && matchMedia('(max-width: 820px)').matches) detail.current?.focus()
  }, [opened])

  useKeys({
    j: () => triage.go(1),
    k: () => triage.go(-1),
    e: triage.archive,
    r: triage.toggleRead,
    s: () => hasOpen && triage.mayMark && setSnoozeOpen(true),
    Escape: () => hasOpen && triage.show(),
  })

  return (
    <div className={`${styles.inbox} ${hasOpen ? styles.hasOpen : ''}`}>
      <section className={styles.list} aria-label="List">
        <Page
          title="Inbox"
          isWide
          actions={
            <>
              <CategoryMenu filters={filters} />
              <InboxMenu />
            </>
          }
          filters={
            <>
              <FilterBar filters={filters} />
              <InboxSearch filters={filters} />
            </>
          }
        >
          <LiveProgress />
          <ListPane ref={list} found={found} filters={filters} open={open} triage={triage} />
        </Page>
      </section>
      <section ref={detail} tabIndex={-1} className={styles.detail} aria-label="Details">
        {hasOpen ? (
          <Suspense fallback={<DetailSkeleton hasBar />}>
            <DetailPane
              key={open.id ?? open.thread}
              open={open}
              triage={triage}
              snoozing={{ isOpen: isSnoozeOpen, onOpenChange: setSnoozeOpen }}
            />
          </Suspense>
        ) : rows.length === 0 ? null : (
          <p className={styles.nothing}>
            Select a notification to read it.
            <span>
              <kbd>j</kbd> <kbd>k</kbd> to move, <kbd>?</kbd> for all shortcuts
            </span>
          </p>
        )}
      </section>
    </div>
  )
}
