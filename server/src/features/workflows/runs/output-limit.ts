import type { Outcome } from './waits.ts'

const mostCharacters = 256 * 1024

/** In words, when an output is more than a step keeps. */
export function whyTooLarge(output: unknown): string | undefined {
  const size = JSON.stringify(output ?? null).length
  if (size <= mostCharacters) return undefined
  return `Its output has ${size} characters; a step keeps at most ${mostCharacters}.`
}

/** The outcome, or a failure where there is more of it than a step keeps. */
export function withinLimit(outcome: Outcome): Outcome {
  const message = 'output' in outcome ? whyTooLarge(outcome.output) : undefined
  if (message === undefined) return outcome
  return { error: { code: 'output_too_large', message }, mayHeal: false }
}
