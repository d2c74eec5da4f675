import { type RefObject, useEffect, useRef, useState } from 'react'
import { type Column, type Move, placeAt } from '../columns.ts'
import { CardGhost } from './card-ghost.ts'
import {
  dropIndexAt,
  edgeAt,
  edgeTurner,
  neighbourOf,
  scrollNearEdges,
  shownColumns,
} from './drop-place.ts'

export interface Drag {
  taskId: string
  /** The column under the pointer, and the index of the card to insert before. */
  over: { status: string; index: number } | null
}

interface Options {
  board: RefObject<HTMLElement | null>
  columns: Column[]
  isEnabled: boolean
  onDrop: (move: Move) => void
  /** On a phone: a card was held over a column's name, or at an edge. */
  onTab: (status: string) => void
}

const holdMs = 260
/** How long a card must be held at the edge of a phone until the next column appears. */
const edgeMs = 450
const slackPx = 6

/**
 * Drags cards by mouse, pen and touch. A mouse drags as soon as it moves. A finger must rest on the
 * card first, because moving at once scrolls.
 */
export function useCardDrag({ board, columns, isEnabled, onDrop, onTab }: Options): Drag | null {
  const [drag, setDrag] = useState<Drag | null>(null)
  const latest = useRef({ columns, onDrop, onTab })
  latest.current = { columns, onDrop, onTab }

  useEffect(() => {
    const root = board.current
    if (!root || !isEnabled) return
    let press: { card: HTMLElement; x: number; y: number; timer: number } | undefined
    let ghost: CardGhost | undefined
    let over: Drag['over'] = null
    let frame = 0
    let lastTab: string | undefined
    let at = { x: 0, y: 0 }

    const look = () => {
      const under = document.elementFromPoint(at.x, at.y)
      const tab = under?.closest<HTMLElement>('[data-column-tab]')
      if (tab && tab.dataset.columnTab !== lastTab)
        latest.current.onTab(tab.dataset.columnTab as string)
      lastTab = tab?.dataset.columnTab
      const column = under?.closest<HTMLElement>('[data-column]')
      const next =
        column && ghost && dropIndexAt(column, latest.current.columns, ghost.taskId, at.y)
      if (next?.status === over?.status && next?.index === over?.index) return
      over = next ?? null
      if (ghost) setDrag({ taskId: ghost.taskId, over })
    }
    const begin = () => {
      if (!press) return
      ghost = new CardGhost(press.card, at)
      setDrag({ taskId: ghost.taskId, over: null })
      const turn = edgeTurner(edgeMs, (by) => {
        const status = neighbourOf(root, latest.current.columns, by)
        if (status) latest.current.onTab(status)
      })
      const step = (now: number) => {
        scrollNearEdges(root, at)
        // With one visible column nothing scrolls sideways, so the next column appears instead.
        const isAlone = shownColumns(root).length === 1
        turn(isAlone ? edgeAt(root, at.x) : 0, now)
        // The content under a resting finger may have changed.
        look()
        frame = requestAnimationFrame(step)
      }
      frame = requestAnimationFrame(step)
      look()
    }
    const end = (isDropped: boolean) => {
      if (press) clearTimeout(press.timer)
      press = undefined
      if (!ghost) return
      const { taskId } = ghost
      cancelAnimationFrame(frame)
      ghost.remove()
      ghost = undefined
      const target = latest.current.columns.find(({ status }) => status.id === over?.status)
      if (isDropped && over && target) {
        latest.current.onDrop({ taskId, ...placeAt(target, taskId, over.index) })
      }
      over = null
      setDrag(null)
      // The click that follows would open the card.
      const swallow = (event: Event) => event.preventDefault()
      addEventListener('click', swallow, { capture: true, once: true })
      setTimeout(() => removeEventListener('click', swallow, { capture: true }), 50)
    }

    const onDown = (event: PointerEvent) => {
      const card = (event.target as Element).closest<HTMLElement>('[data-card]')
      if (!card || event.button !== 0 || !event.isPrimary || ghost) return
      at = { x: event.clientX, y: event.clientY }
      const isFinger = event.pointerType === 'touch'
      press = { card, ...at, timer: isFinger ? window.setTimeout(begin, holdMs) : 0 }
    }
    const onMove = (event: PointerEvent) => {
      if (!press || !event.isPrimary) return
      at = { x: event.clientX, y: event.clientY }
      if (ghost) {
        ghost.moveTo(at)
        look()
      } else if (Math.hypot(at.x - press.x, at.y - press.y) > slackPx) {
        if (event.pointerType === 'touch') end(false)
        else begin()
      }
    }
    const onUp = () => end(true)
    const onCancel = () => end(false)
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !ghost) return
      event.preventDefault()
      event.stopPropagation()
      end(false)
    }
    // While a finger drags a card, nothing scrolls and no menu opens.
    const onTouchMove = (event: TouchEvent) => ghost && event.cancelable && event.preventDefault()
    const onMenu = (event: Event) =>
      press && (event as PointerEvent).pointerType === 'touch' && event.preventDefault()

    root.addEventListener('pointerdown', onDown)
    root.addEventListener('touchmove', onTouchMove, { passive: false })
    root.addEventListener('contextmenu', onMenu)
    addEventListener('pointermove', onMove)
    addEventListener('pointerup', onUp)
    addEventListener('pointercancel', onCancel)
    addEventListener('keydown', onKey, { capture: true })
    return () => {
      end(false)
      root.removeEventListener('pointerdown', onDown)
      root.removeEventListener('touchmove', onTouchMove)
      root.removeEventListener('contextmenu', onMenu)
      removeEventListener('pointermove', onMove)
      removeEventListener('pointerup', onUp)
      removeEventListener('pointercancel', onCancel)
      removeEventListener('keydown', onKey, { capture: true })
    }
  }, [board, isEnabled])
  return drag
}
