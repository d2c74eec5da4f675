/** Work that takes milliseconds of CPU. Only one piece runs in each turn of the event loop. */
export class OnePerTurn {
  readonly #waiting: (() => void)[] = []
  #isScheduled = false

  run(work: () => void): void {
    this.#waiting.push(work)
    this.#schedule()
  }

  #schedule(): void {
    if (this.#isScheduled || this.#waiting.length === 0) return
    this.#isScheduled = true
    setImmediate(() => {
      this.#isScheduled = false
      const work = this.#waiting.shift()
      this.#schedule()
      work?.()
    })
  }
}
