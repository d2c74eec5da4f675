/**
 * The cost limits of one planning turn. Everything that a tenant writes in a definition is
 * evaluated against them, so no document can block the process or fill its memory. They count work,
 * not time, so the same run fails or passes on every machine. One unit of work is about 100 ns.
 */
export const limits = {
  /** One expression: at most about 50 ms. */
  expressionWork: 300_000,
  /** All expressions, templates and steps of a turn: at most about 200 ms. */
  turnWork: 1_500_000,
  /** One value: the result of an expression or a template, in characters of JSON. */
  valueCharacters: 1024 * 1024,
  /** All values that a turn computes, and all values that the steps of a run store. */
  runCharacters: 4 * 1024 * 1024,
}

interface TurnLimits {
  turnWork: number
  runCharacters: number
}

/**
 * The part that runs on the event loop, in a few milliseconds; larger turns are planned in a
 * thread.
 */
export const quickLimits: TurnLimits = { turnWork: 40_000, runCharacters: 256 * 1024 }

/** The run has used up its budget. Unlike a failed expression, no step can continue after it. */
export class BudgetExceeded extends Error {
  /** The path of the step, once it is known. */
  step: string | undefined
}

export class Budget {
  #turnWork: number
  #expressionWork = Number.POSITIVE_INFINITY
  #characters: number
  /** Stored because CEL swallows errors inside `||`, `&&` and quantifiers. */
  #exceeded: BudgetExceeded | undefined

  constructor({ turnWork, runCharacters }: TurnLimits = limits) {
    this.#turnWork = turnWork
    this.#characters = runCharacters
  }

  /** Charges for work before it is done. */
  spend(units: number): void {
    this.#turnWork -= units
    this.#expressionWork -= units
    if (this.#turnWork < 0)
      this.#fail('the steps and expressions of this run need too much computation')
    if (this.#expressionWork < 0) this.#fail('the expression needs too much computation')
  }

  /** Charges for the text of a value before it is built. */
  keep(characters: number): void {
    this.#characters -= characters
    if (this.#characters >= 0) return
    this.#fail(`the values of this run have more than ${limits.runCharacters} characters`)
  }

  /** Rejects a single value that is too large. */
  requireSize(characters: number): void {
    if (characters <= limits.valueCharacters) return
    this.#fail(`a value has more than ${limits.valueCharacters} characters`)
  }

  /** Evaluates one expression with its own limit. */
  expression<T>(work: () => T): T {
    this.#expressionWork = limits.expressionWork
    try {
      const value = work()
      if (this.#exceeded) throw this.#exceeded
      return value
    } catch (error) {
      throw this.#exceeded ?? error
    } finally {
      this.#expressionWork = Number.POSITIVE_INFINITY
    }
  }

  #fail(message: string): never {
    this.#exceeded ??= new BudgetExceeded(message)
    throw this.#exceeded
  }
}
