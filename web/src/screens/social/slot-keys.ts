import type { KeyboardEvent } from 'react'

interface Box {
  x: number
  y: number
}

const directions: Record<string, Box> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/** Arrow keys move the focus between the slots of a calendar, which are one tab stop. */
export function moveBetweenSlots(event: KeyboardEvent<HTMLElement>): void {
  const direction = directions[event.key]
  const from = (event.target as HTMLElement).closest<HTMLElement>('[data-slot]')
  if (!direction || !from) return
  event.preventDefault()
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-slot]')]
  const others = all.filter((one) => one !== from)
  const next = nearest(
    findCentre(from),
    others.map((slot) => ({ slot, ...findCentre(slot) })),
    direction,
  )
  next?.slot.focus()
}

/** The nearest point in a direction; a step aside counts much more than a step ahead. */
function nearest<Point extends Box>(
  from: Box,
  points: readonly Point[],
  { x, y }: Box,
): Point | undefined {
  const distance = (point: Point) => {
    const ahead = (point.x - from.x) * x + (point.y - from.y) * y
    const aside = Math.abs((point.x - from.x) * y) + Math.abs((point.y - from.y) * x)
    return ahead > 4 ? ahead + aside * 4 : Number.POSITIVE_INFINITY
  }
  const best = points.toSorted((a, b) => distance(a) - distance(b))[0]
  return best && Number.isFinite(distance(best)) ? best : undefined
}

function findCentre(element: HTMLElement): Box {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { x: left + width / 2, y: top + height / 2 }
}
