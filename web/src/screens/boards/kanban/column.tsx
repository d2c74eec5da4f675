import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { memo, type RefObject, useCallback, useEffect, useRef } from 'react'
import { useBoard } from '../board-context.ts'
import type { Column as ColumnData } from '../columns.ts'
import type { Task } from '../model.ts'
import { Card } from './card.tsx'
import styles from './column.module.css'
import { ColumnHead } from './column-head.tsx'
import { QuickAdd } from './quick-add.tsx'
import { StatusMenu } from './status-menu.tsx'

interface Props {
  column: ColumnData
  hrefOf: (slug: string) => string
  isShownOnPhone: boolean
  /** The card that is the tab stop, if it is in this column. */
  current: string | undefined
  /** Increases when the current card should get the focus. */
  focusRequest: number
  lifted: string | undefined
  dragged: string | undefined
  /** The dragged card would be dropped before this index. */
  dropAt: number | undefined
}

const cardHeight = 88
const gap = 8

/** A virtualized column: only the cards in view are mounted. */
export const Column = memo(function Column(props: Props) {
  const { column, current, focusRequest, lifted, dragged, dropAt } = props
  const { names, mayWrite } = useBoard()
  const { status, tasks } = column
  const scroller = useRef<HTMLDivElement>(null)
  const kept = [current, dragged].map((id) => tasks.findIndex((task) => task.id === id))
  const virtualizer = useCards(scroller, tasks, kept)
  const index = kept[0] ?? -1
  const focusCurrent = useCallback(() => {
    if (index >= 0) virtualizer.scrollToIndex(index, { align: 'auto' })
    const card = scroller.current?.querySelector<HTMLElement>(`[data-card="${current}"]`)
    card?.focus({ preventScroll: true })
  }, [virtualizer, index, current])
  const isHere = index >= 0
  const isCarriedFrom = tasks.some(({ id }) => id === dragged)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a request moves the focus
  useEffect(() => {
    if (focusRequest > 0 && isHere) focusCurrent()
  }, [focusRequest, isHere, current])

  const line = dropAt === undefined ? undefined : findLine(virtualizer.measurementsCache, dropAt)
  return (
    <section
      aria-label={status.title}
      data-column={status.id}
      className={`${styles.column} ${props.isShownOnPhone ? '' : isCarriedFrom ? styles.carriedFrom : styles.otherOnPhone}`}
    >
      <ColumnHead column={column} mayWrite={mayWrite} />
      <div ref={scroller} className={styles.scroller} data-scroller>
        <div className={styles.whole} style={{ height: virtualizer.getTotalSize() }}>
          {line !== undefined && <div className={styles.line} style={{ top: line }} />}
          <ul aria-label={`Tasks in ${status.title}`}>
            {virtualizer.getVirtualItems().map(({ index: at, key, start }) => {
              const task = tasks[at]
              if (!task) return null
              return (
                <li
                  key={key}
                  ref={virtualizer.measureElement}
                  data-index={at}
                  aria-setsize={tasks.length}
                  aria-posinset={at + 1}
                  className={styles.item}
                  style={{ transform: `translateY(${start}px)` }}
                >
                  <Card
                    task={task}
                    names={names}
                    href={props.hrefOf(task.slug)}
                    isTabStop={isHere ? task.id === current : at === 0}
                    isLifted={task.id === lifted}
                    isDragged={task.id === dragged}
                  />
                </li>
              )
            })}
          </ul>
        </div>
        {tasks.length === 0 && <p className={styles.none}>No tasks</p>}
      </div>
      {mayWrite && (
        <footer className={styles.foot}>
          <QuickAdd status={status} />
          <div className={styles.phoneMenu}>
            <StatusMenu status={status} />
          </div>
        </footer>
      )}
    </section>
  )
})

function useCards(scroller: RefObject<HTMLElement | null>, tasks: Task[], kept: number[]) {
  // A new function in every render would make the virtualizer place all cards anew.
  const getItemKey = useCallback((index: number) => tasks[index]?.id ?? index, [tasks])
  return useVirtualizer({
    count: tasks.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => cardHeight,
    getItemKey,
    gap,
    overscan: 6,
    paddingStart: 4,
    paddingEnd: 4,
    useFlushSync: false,
    // Unmounting a card would end its focus or drag.
    rangeExtractor: (range) => {
      const shown = new Set([...kept.filter((at) => at >= 0), ...defaultRangeExtractor(range)])
      return [...shown].sort((a, b) => a - b)
    },
  })
}

/** The middle of the gap before a card, or after the last one. */
function findLine(cards: readonly { start: number; end: number }[], index: number): number {
  const next = cards[index]
  const last = cards.at(-1)
  return next ? next.start - gap / 2 : last ? last.end + gap / 2 : gap / 2
}
