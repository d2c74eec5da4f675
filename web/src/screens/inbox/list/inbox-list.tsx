import { useVirtualizer } from '@tanstack/react-virtual'
import {
  forwardRef,
  type MouseEvent,
  useCallback,
  useEffect,
  useImperativeHandle,
  useRef,
} from 'react'
import { Button } from '../../../ui/button.tsx'
import type { FilterSearch } from '../filters.ts'
import styles from './inbox-list.module.css'
import { InboxRow } from './inbox-row.tsx'
import { RowSkeleton } from './row-skeleton.tsx'
import type { Row } from './rows.ts'
import { useSteadyPlace } from './use-steady-place.ts'

/** Must match inbox-list.module.css. */
const rowHeight = 68
/** Loads more this many rows before the end, so that people never reach the end. */
const ahead = 60

interface Props {
  rows: Row[]
  openKey: string | undefined
  cursorKey: string | undefined
  search: FilterSearch
  hasMore: boolean
  hasFailed: boolean
  onMore: () => void
  onCursor: (key: string) => void
  onOpen: (to: string) => void
}

export interface ListHandle {
  /** Scrolls a row into view and focuses it. */
  focusRow: (index: number) => void
}

/** A virtualized list: only the rows in view are mounted. */
export const InboxList = forwardRef<ListHandle, Props>(function InboxList(
  { rows, openKey, cursorKey, search, hasMore, hasFailed, onMore, onCursor, onOpen },
  handle,
) {
  const scroller = useRef<HTMLDivElement>(null)
  const count = rows.length + (hasMore ? 1 : 0)
  // A new function in every render would make the virtualizer place all rows anew.
  const getItemKey = useCallback((index: number) => rows[index]?.key ?? 'more', [rows])
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey,
    overscan: 10,
  })
  const shown = virtual.getVirtualItems()
  useSteadyPlace(scroller, rows, virtual.range?.startIndex ?? 0, rowHeight)
  const last = shown.at(-1)?.index ?? 0
  const isNearEnd = hasMore && !hasFailed && last >= rows.length - ahead
  // Also needed if a page added no row, because all of it belongs to threads already shown.
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows are what a page brings
  useEffect(() => {
    if (isNearEnd) onMore()
  }, [isNearEnd, rows, onMore])

  useImperativeHandle(handle, () => ({
    focusRow: (index) => {
      virtual.scrollToIndex(index, { align: 'auto' })
      focusWhenShown(scroller.current, index)
    },
  }))

  const ending = new URLSearchParams(search as Record<string, string>).toString()
  const follow = useCallback(
    (event: MouseEvent, row: Row) => {
      // The browser handles new tabs and windows.
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
      event.preventDefault()
      onOpen(row.to)
    },
    [onOpen],
  )

  return (
    <div className={styles.scroller} ref={scroller}>
      <ul
        className={styles.list}
        style={{ height: virtual.getTotalSize() }}
        aria-label="Notifications"
      >
        {shown.map(({ index, start, key }) => {
          const row = rows[index]
          return (
            <li
              key={key}
              className={styles.place}
              style={{ transform: `translateY(${start}px)` }}
              aria-setsize={hasMore ? -1 : rows.length}
              aria-posinset={index + 1}
              data-index={index}
            >
              {row ? (
                <InboxRow
                  row={row}
                  href={ending ? `${row.to}?${ending}` : row.to}
                  onOpen={follow}
                  isOpen={row.key === openKey}
                  isCursor={row.key === cursorKey}
                  onCursor={onCursor}
                />
              ) : (
                <MoreRow hasFailed={hasFailed} onMore={onMore} />
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
})

function MoreRow({ hasFailed, onMore }: Pick<Props, 'hasFailed' | 'onMore'>) {
  if (!hasFailed) return <RowSkeleton />
  return (
    <div className={styles.failed}>
      Could not load more.
      <Button size="small" onPress={onMore}>
        Try again
      </Button>
    </div>
  )
}

/** Scrolling mounts the row, which takes a frame or two. */
function focusWhenShown(scroller: HTMLElement | null, index: number, triesLeft = 5): void {
  const link = scroller?.querySelector<HTMLElement>(`[data-index="${index}"] a`)
  if (link) link.focus({ preventScroll: true })
  else if (triesLeft > 0)
    requestAnimationFrame(() => focusWhenShown(scroller, index, triesLeft - 1))
}
