import { type RefObject, useLayoutEffect, useRef } from 'react'

interface ScrollAnchor {
  key: string
  index: number
}

/**
 * Keeps the scroll position steady when rows are added or removed above. At the very top the list
 * moves, because people want to see the newest there.
 */
export function useSteadyPlace(
  scroller: RefObject<HTMLElement | null>,
  rows: readonly { key: string }[],
  firstShown: number,
  rowHeight: number,
): void {
  const place = useRef<ScrollAnchor>(undefined)
  useLayoutEffect(() => {
    const element = scroller.current
    const before = place.current
    if (!element || !before || element.scrollTop < rowHeight) return
    if (rows[before.index]?.key === before.key) return
    const index = rows.findIndex(({ key }) => key === before.key)
    if (index >= 0) element.scrollTop += (index - before.index) * rowHeight
  }, [rows, scroller, rowHeight])
  useLayoutEffect(() => {
    const row = rows[firstShown]
    place.current = row && { key: row.key, index: firstShown }
  }, [rows, firstShown])
}
