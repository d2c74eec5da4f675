import type { StepFailure } from '../plan/plan-types.ts'
import type { StepRow } from './step-queries.ts'
import type { Outcome } from './waits.ts'

export const maxCharacters = 256 * 1024
/** Each wave reads all of it. */
export const maxRunBytes = 8 * 1024 * 1024

/** The reason a run cannot continue if its steps store more than a run may. */
export function whyRunTooLarge(records: ReadonlyMap<string, StepRow>): StepFailure | undefined {
  const rows = [...records.values()]
  const bytes = rows.reduce((sum, { stored_bytes = 0 }) => sum + stored_bytes, 0)
  if (bytes <= maxRunBytes) return undefined
  const last = rows.reduce((a, b) => (b.started_at > a.started_at ? b : a))
  return {
    code: 'limit_exceeded',
    message: `The steps of this run store ${bytes} bytes of input and output; the limit is ${maxRunBytes}.`,
    step: last.path,
  }
}

/** The reason an output is more than a step may store. */
export function whyTooLarge(output: unknown): string | undefined {
  const size = JSON.stringify(output ?? null).length
  if (size <= maxCharacters) return undefined
  return `The output has ${size} characters; the limit is ${maxCharacters}.`
}

/** The outcome, or a failure if the output is more than a step may store. */
export function withinLimit(outcome: Outcome): Outcome {
  const message = 'output' in outcome ? whyTooLarge(outcome.output) : undefined
  if (message === undefined) return outcome
  return { error: { code: 'output_too_large', message }, retryable: false }
}
