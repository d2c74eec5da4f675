import { keptInputsValidator } from '../../../http/body/inputs-validator.ts'
import { invalid, problem } from '../../../http/problem.ts'
import { type AnswerValue, maxDraftBytes, type QuestionKind } from '../question-body.ts'
import type { AnswerGiven } from '../schemas.ts'

/** The parts of a question that decide which answers it accepts. */
export interface Answerable {
  kind: QuestionKind
  options: readonly { value: string; label: string }[]
  fields: object | null
  draft: string | null
}

/** The answer to an `edit`. */
export interface EditAnswer {
  decision: 'approved' | 'rejected'
  text: string
  changed: boolean
}

const maxFormBytes = 256 * 1024

/** Returns the answer as it is stored. Throws a 400 that names the mistake. */
export function checkAnswer(question: Answerable, value: AnswerValue, path = 'value'): AnswerValue {
  switch (question.kind) {
    case 'text':
      return requireText(value, path)
    case 'approval':
      return requireDecision(requireText(value, path), path)
    case 'choice':
      return requireOption(question, requireText(value, path), path)
    case 'multi_choice':
      return requireOptions(question, value, path)
    case 'rank':
      return requireRanking(question, value, path)
    case 'form':
      return requireForm(question, value, path)
    case 'edit':
      return { ...readEdit(question, value, path) }
  }
}

function requireText(value: AnswerValue, path: string): string {
  if (typeof value !== 'string') throw invalid(path, 'must be text')
  return value
}

function requireDecision(value: unknown, path: string): EditAnswer['decision'] {
  if (value === 'approved' || value === 'rejected') return value
  throw invalid(path, 'must be approved or rejected')
}

function requireOption({ options }: Answerable, value: string, path: string): string {
  if (options.some((option) => option.value === value)) return value
  const known = options.map((option) => option.value).join(', ')
  throw invalid(path, `must be one of the options: ${known}`)
}

function requireOptions(question: Answerable, value: AnswerValue, path: string): string[] {
  if (!Array.isArray(value)) throw invalid(path, 'must be a list of options')
  if (new Set(value).size < value.length) throw invalid(path, 'names an option twice')
  return value.map((one, place) => requireOption(question, one, `${path}.${place}`))
}

function requireRanking(question: Answerable, value: AnswerValue, path: string): string[] {
  const ranked = requireOptions(question, value, path)
  const missing = question.options.filter((option) => !ranked.includes(option.value))
  if (missing.length === 0) return ranked
  const names = missing.map((option) => option.value).join(', ')
  throw invalid(path, `must rank every option; missing: ${names}`)
}

function requireForm({ fields }: Answerable, value: AnswerValue, path: string): AnswerValue {
  if (typeof value !== 'object' || Array.isArray(value)) {
    throw invalid(path, 'must be an object with the fields of the form')
  }
  if (JSON.stringify(value).length > maxFormBytes) throw invalid(path, 'must be at most 256 kB')
  // The validator fills in defaults, so it gets a copy.
  const filled = structuredClone(value)
  const errors = keptInputsValidator(fields as object)(filled)
  if (errors.length === 0) return filled
  const named = errors.map(({ path: at, message }) => ({
    path: at.replace(/^input/, path),
    message,
  }))
  throw problem('validation_failed', {
    detail: `${named[0]?.path}: ${named[0]?.message}`,
    errors: named,
  })
}

/** A plain decision leaves the draft unchanged, for doors that only have buttons. */
function readEdit({ draft }: Answerable, value: AnswerValue, path: string): EditAnswer {
  const before = draft ?? ''
  if (typeof value === 'string') {
    return { decision: requireDecision(value, path), text: before, changed: false }
  }
  if (Array.isArray(value)) throw invalid(path, 'must be {decision, text}')
  const { decision, text = before } = value
  if (typeof text !== 'string') throw invalid(`${path}.text`, 'must be text')
  if (Buffer.byteLength(text) > maxDraftBytes) {
    throw invalid(`${path}.text`, 'must be at most 100 kB')
  }
  return { decision: requireDecision(decision, `${path}.decision`), text, changed: text !== before }
}

/** An answer in words, as people see it in every door. */
export function describeAnswer(
  { kind, options }: Pick<Answerable, 'kind' | 'options'>,
  { value }: Pick<AnswerGiven, 'value'>,
): string {
  const findLabel = (one: unknown) =>
    options.find((option) => option.value === one)?.label ?? String(one)
  if (kind === 'edit') {
    const { decision, changed } = value as unknown as EditAnswer
    return changed ? `${decision}, with changes` : decision
  }
  if (Array.isArray(value)) {
    if (value.length === 0) return 'none'
    return kind === 'rank'
      ? value.map((one, place) => `${place + 1}. ${findLabel(one)}`).join(', ')
      : value.map(findLabel).join(', ')
  }
  if (typeof value === 'object') {
    return Object.entries(value)
      .map(([name, one]) => `${name}: ${typeof one === 'object' ? JSON.stringify(one) : one}`)
      .join('\n')
  }
  return kind === 'choice' ? findLabel(value) : value
}
