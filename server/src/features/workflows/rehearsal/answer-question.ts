import type { AskStep } from '../definition/definition.ts'
import type { Outcome } from '../runs/waits.ts'
import { exampleOf } from './example-of.ts'

/** The answer to a question: the one given for the step, or an assumed one. */
export function answerTo(
  step: AskStep,
  fields: Record<string, unknown>,
  given: unknown,
  at: Date,
): Outcome & { value: unknown; assumed: boolean } {
  const assumed = given === undefined
  const value = assumed ? assumedAnswer(step, fields) : given
  const refusal = whyNotAnswer(step, fields, value)
  if (refusal) {
    return { error: { code: 'answer_invalid', message: refusal }, retryable: false, value, assumed }
  }
  const output = {
    status: 'answered',
    value,
    comment: null,
    answered_by: null,
    answered_at: at.toISOString(),
  }
  return { output, value, assumed }
}

function assumedAnswer({ kind }: AskStep, fields: Record<string, unknown>): unknown {
  const kindOfQuestion: string = kind
  const options = optionsIn(fields)
  if (kindOfQuestion === 'approval') return 'approved'
  if (kindOfQuestion === 'choice') return options[0] ?? null
  if (kindOfQuestion === 'multi_choice') return options.slice(0, 1)
  if (kindOfQuestion === 'rank') return options
  if (kindOfQuestion === 'form') return exampleOf(fields.fields)
  if (kindOfQuestion === 'edit') {
    return { decision: 'approved', text: fields.draft ?? '', changed: false }
  }
  return 'An example answer'
}

function whyNotAnswer(
  { kind }: AskStep,
  fields: Record<string, unknown>,
  value: unknown,
): string | undefined {
  if (kind === 'approval' && value !== 'approved' && value !== 'rejected') {
    return 'The answer to an approval must be approved or rejected.'
  }
  const options = optionsIn(fields)
  if (kind === 'choice' && !options.includes(value)) {
    return `The answer must be one of ${options.join(', ')}.`
  }
  return undefined
}

/** Options are texts, or records with an id or a value. */
function optionsIn({ options }: Record<string, unknown>): unknown[] {
  if (!Array.isArray(options)) return []
  return options.map((one) => {
    if (one === null || typeof one !== 'object') return one
    const { value, id } = one as { value?: unknown; id?: unknown }
    return value ?? id
  })
}
