import type { CardDrag } from './card-drag.ts'
import type { Point } from './card-ghost.ts'

type StartDrag = (card: HTMLElement, at: Point) => CardDrag

const holdMs = 260
const slackPx = 6

/**
 * Calls `start` when a card is dragged. A mouse drags as soon as it moves. A finger must rest on the
 * card first, because moving at once scrolls. Returns a function that stops watching.
 */
export function watchDrags(root: HTMLElement, start: StartDrag): () => void {
  const watcher = new DragWatcher(start)
  const watching = new AbortController()
  const { signal } = watching
  root.addEventListener('pointerdown', watcher.onDown, { signal })
  root.addEventListener('touchmove', watcher.onTouchMove, { passive: false, signal })
  root.addEventListener('contextmenu', watcher.onMenu, { signal })
  addEventListener('pointermove', watcher.onMove, { signal })
  addEventListener('pointerup', () => watcher.end(true), { signal })
  addEventListener('pointercancel', () => watcher.end(false), { signal })
  addEventListener('keydown', watcher.onKey, { capture: true, signal })
  return () => {
    watcher.end(false)
    watching.abort()
  }
}

class DragWatcher {
  readonly #start: StartDrag
  #press: { card: HTMLElement; from: Point; at: Point; timer: number } | undefined
  #drag: CardDrag | undefined

  constructor(start: StartDrag) {
    this.#start = start
  }

  end(isDropped: boolean): void {
    if (this.#press) clearTimeout(this.#press.timer)
    this.#press = undefined
    if (!this.#drag) return
    this.#drag.end(isDropped)
    this.#drag = undefined
    swallowNextClick()
  }

  readonly onDown = (event: PointerEvent): void => {
    const card = (event.target as Element).closest<HTMLElement>('[data-card]')
    if (!card || event.button !== 0 || !event.isPrimary || this.#drag) return
    const from = { x: event.clientX, y: event.clientY }
    const isFinger = event.pointerType === 'touch'
    const timer = isFinger ? window.setTimeout(() => this.#begin(), holdMs) : 0
    this.#press = { card, from, at: from, timer }
  }

  readonly onMove = (event: PointerEvent): void => {
    if (!this.#press || !event.isPrimary) return
    const { from } = this.#press
    const at = { x: event.clientX, y: event.clientY }
    this.#press.at = at
    if (this.#drag) this.#drag.move(at)
    else if (Math.hypot(at.x - from.x, at.y - from.y) > slackPx) {
      if (event.pointerType === 'touch') this.end(false)
      else this.#begin()
    }
  }

  readonly onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !this.#drag) return
    event.preventDefault()
    event.stopPropagation()
    this.end(false)
  }

  /** While a finger drags a card, nothing scrolls. */
  readonly onTouchMove = (event: TouchEvent): void => {
    if (this.#drag && event.cancelable) event.preventDefault()
  }

  /** A long press opens no menu. */
  readonly onMenu = (event: MouseEvent): void => {
    if (this.#press && (event as PointerEvent).pointerType === 'touch') event.preventDefault()
  }

  #begin(): void {
    if (this.#press) this.#drag = this.#start(this.#press.card, this.#press.at)
  }
}

/** The click that follows a drag would open the card. */
function swallowNextClick(): void {
  const swallow = (event: Event) => event.preventDefault()
  addEventListener('click', swallow, { capture: true, once: true })
  setTimeout(() => removeEventListener('click', swallow, { capture: true }), 50)
}
