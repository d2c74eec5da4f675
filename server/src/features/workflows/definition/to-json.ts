import { Optional } from '@marcbachmann/cel-js'
import type { Budget } from './budget.ts'

/** An expression that cannot be parsed or evaluated. */
export class ExpressionError extends Error {}

/** Work per copied value. */
const unitsPerValue = 2

/**
 * Converts a CEL value to JSON, which has no integers, timestamps or durations. A small expression
 * can produce a value of any size, so the copy is measured while it is built.
 */
export function toJson(value: unknown, budget: Budget, size = { characters: 0 }): unknown {
  function add(characters: number): void {
    size.characters += characters
    budget.spend(unitsPerValue + characters / 64)
    budget.requireSize(size.characters)
  }

  function copy(part: unknown): unknown {
    add(typeof part === 'string' ? part.length + 2 : 4)
    if (part === null || part === undefined) return null
    if (typeof part === 'bigint') return wholeNumber(part)
    if (typeof part === 'number') return finite(part)
    if (typeof part !== 'object') return part
    if (part instanceof Date) return part.toISOString()
    if (part instanceof Optional) return copy(part.orValue(null))
    if (isDuration(part)) return Number(part.seconds) + part.nanos / 1e9
    if (Array.isArray(part)) return part.map(copy)
    if (part instanceof Map) return fromEntries([...part])
    const prototype = Object.getPrototypeOf(part)
    if (prototype !== Object.prototype && prototype !== null) {
      throw new ExpressionError('its value has a type that JSON does not support')
    }
    return fromEntries(Object.entries(part))
  }

  function fromEntries(entries: [unknown, unknown][]): object {
    return Object.fromEntries(
      entries.map(([name, item]) => {
        add(String(name).length)
        return [String(name), copy(item)]
      }),
    )
  }

  return copy(value)
}

export function writeText(value: unknown, budget: Budget): string {
  if (typeof value === 'string') return value
  return value === null || value === undefined ? '' : JSON.stringify(toJson(value, budget))
}

function finite(value: number): number {
  if (Number.isFinite(value)) return value
  throw new ExpressionError(`${value} is not a valid JSON number`)
}

function wholeNumber(value: bigint): number {
  if (Number.isSafeInteger(Number(value))) return Number(value)
  throw new ExpressionError(`${value} is too large`)
}

function isDuration(value: object): value is { seconds: bigint; nanos: number } {
  return value.constructor?.name === 'Duration'
}
