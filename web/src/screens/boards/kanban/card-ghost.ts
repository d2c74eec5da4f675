import styles from './card-ghost.module.css'

export interface Point {
  x: number
  y: number
}

/** The card that follows the pointer. It is a copy: the original stays until the drop. */
export class CardGhost {
  readonly taskId: string
  readonly #element: HTMLElement
  readonly #grip: Point

  constructor(card: HTMLElement, at: Point) {
    const { left, top, width } = card.getBoundingClientRect()
    this.taskId = card.dataset.card as string
    this.#grip = { x: at.x - left, y: at.y - top }
    this.#element = card.cloneNode(true) as HTMLElement
    this.#element.classList.add(styles.ghost as string)
    this.#element.removeAttribute('data-card')
    this.#element.setAttribute('aria-hidden', 'true')
    this.#element.tabIndex = -1
    this.#element.style.width = `${width}px`
    document.body.append(this.#element)
    document.body.classList.add(styles.dragging as string)
    this.moveTo(at)
  }

  moveTo({ x, y }: Point): void {
    this.#element.style.translate = `${x - this.#grip.x}px ${y - this.#grip.y}px`
  }

  remove(): void {
    this.#element.remove()
    document.body.classList.remove(styles.dragging as string)
  }
}
