import type { RefObject } from 'react'
import { type Column, findPlace, type Move } from '../columns.ts'
import { CardGhost, type Point } from './card-ghost.ts'
import {
  edgeTurner,
  findDropIndex,
  findEdge,
  findNeighbour,
  scrollNearEdges,
  shownColumns,
} from './drop-place.ts'

export interface Drag {
  taskId: string
  /** The column under the pointer, and the index of the card to insert before. */
  over: { status: string; index: number } | null
}

export interface DragTargets {
  columns: Column[]
  onDrop: (move: Move) => void
  /** On a phone: a card was held over a column's name, or at an edge. */
  onTab: (status: string) => void
}

interface Board {
  root: HTMLElement
  /** Columns change during a drag, when others move cards. */
  latest: RefObject<DragTargets>
  onChange: (drag: Drag | null) => void
}

/** How long a card must be held at the edge of a phone until the next column appears. */
const edgeMs = 450

/** One drag of a card, from its start to its end. */
export class CardDrag {
  readonly #board: Board
  readonly #ghost: CardGhost
  readonly #turnAtEdge = edgeTurner(edgeMs, (by) => this.#turn(by))
  #at: Point
  #over: Drag['over'] = null
  #lastTab: string | undefined
  #frame: number

  constructor(board: Board, card: HTMLElement, at: Point) {
    this.#board = board
    this.#ghost = new CardGhost(card, at)
    this.#at = at
    this.#report()
    this.#frame = requestAnimationFrame(this.#step)
    this.#look()
  }

  move(at: Point): void {
    this.#at = at
    this.#ghost.moveTo(at)
    this.#look()
  }

  end(isDropped: boolean): void {
    cancelAnimationFrame(this.#frame)
    this.#ghost.remove()
    const { taskId } = this.#ghost
    const { columns, onDrop } = this.#board.latest.current
    const target = columns.find(({ status }) => status.id === this.#over?.status)
    if (isDropped && this.#over && target) {
      onDrop({ taskId, ...findPlace(target, taskId, this.#over.index) })
    }
    this.#board.onChange(null)
  }

  readonly #step = (now: number): void => {
    const { root } = this.#board
    scrollNearEdges(root, this.#at)
    // With one visible column nothing scrolls sideways, so the next column appears instead.
    const isAlone = shownColumns(root).length === 1
    this.#turnAtEdge(isAlone ? findEdge(root, this.#at.x) : 0, now)
    // The content under a resting finger may have changed.
    this.#look()
    this.#frame = requestAnimationFrame(this.#step)
  }

  #turn(by: -1 | 1): void {
    const { columns, onTab } = this.#board.latest.current
    const status = findNeighbour(this.#board.root, columns, by)
    if (status) onTab(status)
  }

  /** Finds what is under the pointer: a column's name, or a place in a column. */
  #look(): void {
    const { columns, onTab } = this.#board.latest.current
    const under = document.elementFromPoint(this.#at.x, this.#at.y)
    const tab = under?.closest<HTMLElement>('[data-column-tab]')?.dataset.columnTab
    if (tab !== undefined && tab !== this.#lastTab) onTab(tab)
    this.#lastTab = tab
    const column = under?.closest<HTMLElement>('[data-column]')
    const next = column && findDropIndex(column, columns, this.#ghost.taskId, this.#at.y)
    if (next?.status === this.#over?.status && next?.index === this.#over?.index) return
    this.#over = next ?? null
    this.#report()
  }

  #report(): void {
    this.#board.onChange({ taskId: this.#ghost.taskId, over: this.#over })
  }
}
