import type { Column } from '../columns.ts'

const edgePx = 56
const fastestPx = 14

/** The drop index at a height in a column, not counting the dragged card. */
export function findDropIndex(
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

/** Scrolls the column, and the board sideways, while a card is dragged near their edges. */
export function scrollNearEdges(board: HTMLElement, { x, y }: { x: number; y: number }): void {
  const column = document.elementFromPoint(x, y)?.closest('[data-column]')
  const scroller = column?.querySelector('[data-scroller]')
  if (scroller) {
    const { top, bottom } = scroller.getBoundingClientRect()
    scroller.scrollTop += speed(y, top, bottom)
  }
  const { left, right } = board.getBoundingClientRect()
  board.scrollLeft += speed(x, left, right)
}

function speed(at: number, start: number, end: number): number {
  if (at < start + edgePx) return -fastestPx * Math.min((start + edgePx - at) / edgePx, 1)
  if (at > end - edgePx) return fastestPx * Math.min((at - end + edgePx) / edgePx, 1)
  return 0
}

/** The visible columns: one on a phone, otherwise all. */
export function shownColumns(board: HTMLElement): HTMLElement[] {
  const columns = board.querySelectorAll<HTMLElement>('[data-column]')
  return [...columns].filter((column) => column.checkVisibility({ visibilityProperty: true }))
}

/** The column next to the visible one. */
export function findNeighbour(
  board: HTMLElement,
  columns: readonly Column[],
  by: number,
): string | undefined {
  const shown = shownColumns(board)[0]?.dataset.column
  const at = columns.findIndex(({ status }) => status.id === shown)
  return at < 0 ? undefined : columns[at + by]?.status.id
}

const turnPx = 36

/** -1 at the left edge, 1 at the right edge, otherwise 0. */
export function findEdge(board: HTMLElement, x: number): -1 | 0 | 1 {
  const { left, right } = board.getBoundingClientRect()
  return x < left + turnPx ? -1 : x > right - turnPx ? 1 : 0
}

/** Turns once when the pointer stays at an edge long enough, and again while it stays. */
export function edgeTurner(
  afterMs: number,
  turn: (by: -1 | 1) => void,
): (edge: -1 | 0 | 1, now: number) => void {
  let held: { edge: -1 | 0 | 1; since: number } = { edge: 0, since: 0 }
  return (edge, now) => {
    if (edge !== held.edge) held = { edge, since: now }
    if (edge === 0 || now - held.since < afterMs) return
    held = { edge, since: now }
    turn(edge)
  }
}
