import type { Column } from '../columns.ts'

const edgePx = 56
const fastestPx = 14

/** Before which card of a column something would be put down at a height, the carried one not counted. */
export function dropIndexAt(
  element: HTMLElement,
  columns: readonly Column[],
  taskId: string,
  y: number,
): { status: string; index: number } | undefined {
  const status = element.dataset.column as string
  const column = columns.find((one) => one.status.id === status)
  if (!column) return undefined
  const others = column.tasks.filter(({ id }) => id !== taskId)
  const cards = element.querySelectorAll<HTMLElement>('[data-card]')
  for (const card of cards) {
    const id = card.dataset.card
    if (id === taskId) continue
    const { top, height } = card.getBoundingClientRect()
    if (y < top + height / 2) return { status, index: others.findIndex((one) => one.id === id) }
  }
  return { status, index: others.length }
}

/** Scrolls the column, and the board sideways, when a card is carried near their edges. */
export function scrollNearEdges(board: HTMLElement, { x, y }: { x: number; y: number }): boolean {
  const column = document.elementFromPoint(x, y)?.closest('[data-column]')
  const scroller = column?.querySelector('[data-scroller]')
  let hasMoved = false
  if (scroller) {
    const { top, bottom } = scroller.getBoundingClientRect()
    const before = scroller.scrollTop
    scroller.scrollTop += speed(y, top, bottom)
    hasMoved = scroller.scrollTop !== before
  }
  const { left, right } = board.getBoundingClientRect()
  const before = board.scrollLeft
  board.scrollLeft += speed(x, left, right)
  return hasMoved || board.scrollLeft !== before
}

function speed(at: number, start: number, end: number): number {
  if (at < start + edgePx) return -fastestPx * Math.min((start + edgePx - at) / edgePx, 1)
  if (at > end - edgePx) return fastestPx * Math.min((at - end + edgePx) / edgePx, 1)
  return 0
}
