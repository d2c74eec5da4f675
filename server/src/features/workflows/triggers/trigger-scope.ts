import { Budget, BudgetExceeded } from '../definition/budget.ts'
import {
  checkExpression,
  ExpressionError,
  evaluate,
  findExpressions,
  render,
} from '../definition/expressions.ts'

/** What the expressions of a trigger see: `trigger`, and `event` for short. */
export interface TriggerFacts {
  scheduled_for?: string
  event?: unknown
  body?: unknown
  headers?: Record<string, string>
  query?: Record<string, unknown>
}

const names = ['event', 'trigger']

/**
 * The limits of all expressions of one firing: about 10 ms, because they are evaluated on the event
 * loop of a process that many workspaces share.
 */
const firingLimits = { turnWork: 100_000, runCharacters: 2 * 1024 * 1024 }

function buildScope(facts: TriggerFacts) {
  const trigger = { scheduled_for: null, event: null, body: null, headers: {}, query: {}, ...facts }
  return { trigger, event: trigger.event }
}

/** Whether an event passes the filter of a trigger or step. */
export function passesFilter(filter: string, facts: TriggerFacts): boolean {
  const value = evaluate(filter, buildScope(facts), new Budget(firingLimits))
  if (typeof value === 'boolean') return value
  throw new ExpressionError(`${filter} is neither true nor false`)
}

/** The input of the run and the value of the dedupe key. */
export function evaluateFiring(
  { input, dedupe_key }: { input: Record<string, unknown>; dedupe_key: string | null },
  facts: TriggerFacts,
): { input: Record<string, unknown>; dedupeKey: string | null } {
  const budget = new Budget(firingLimits)
  const scope = buildScope(facts)
  const rendered = render(input, scope, budget) as Record<string, unknown>
  const key = dedupe_key === null ? null : evaluate(dedupe_key, scope, budget)
  return { input: rendered, dedupeKey: key === null ? null : readText(key) }
}

function readText(key: unknown): string {
  const text = typeof key === 'string' ? key : JSON.stringify(key)
  if (text.length <= 500) return text
  throw new ExpressionError('the dedupe key is longer than 500 characters')
}

/** The reason an expression cannot be used, as far as this is known without a real event. */
export function whyUnusable(text: string): string | undefined {
  try {
    checkExpression(text, names)
    evaluate(text, buildScope({ event: {}, body: {} }), new Budget(firingLimits))
  } catch (error) {
    if (error instanceof BudgetExceeded) return error.message
    if (!(error instanceof ExpressionError)) throw error
    // Fields are missing here that real events have; other errors stay.
    if (!isMissingValue(error.message)) return error.message
  }
  return undefined
}

/** The first error in a template, with its path. */
export function findFirstError(template: unknown, path: string) {
  for (const { path: where, text } of findExpressions(template, path)) {
    const message = whyUnusable(text)
    if (message !== undefined) return { path: where, message }
  }
  return undefined
}

function isMissingValue(message: string): boolean {
  return /no such key|no such overload|null|not found in|neither true/i.test(message)
}

/** A sentence about an expression that failed, or undefined for any other error. */
export function whyFailed(error: unknown): string | undefined {
  const isKnown = error instanceof ExpressionError || error instanceof BudgetExceeded
  return isKnown ? `An expression failed: ${error.message}.` : undefined
}
