import { keptInputsValidator } from '../../../http/body/inputs-validator.ts'
import { invalid, problem } from '../../../http/problem.ts'
import { type AnswerValue, maxDraftBytes, type QuestionKind } from './question-body.ts'

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
      return textIn(value, path)
    case 'approval':
      return decisionIn(textIn(value, path), path)
    case 'choice':
      return optionIn(question, textIn(value, path), path)
    case 'multi_choice':
      return optionsIn(question, value, path)
    case 'rank':
      return rankingIn(question, value, path)
    case 'form':
      return formIn(question, value, path)
    case 'edit':
      return { ...editIn(question, value, path) }
  }
}

function textIn(value: AnswerValue, path: string): string {
  if (typeof value !== 'string') throw invalid(path, 'must be text')
  return value
}

function decisionIn(value: unknown, path: string): EditAnswer['decision'] {
  if (value === 'approved' || value === 'rejected') return value
  throw invalid(path, 'must be approved or rejected')
}

function optionIn({ options }: Answerable, value: string, path: string): string {
  if (options.some((option) => option.value === value)) return value
  const known = options.map((option) => option.value).join(', ')
  throw invalid(path, `must be one of the options: ${known}`)
}

function optionsIn(question: Answerable, value: AnswerValue, path: string): string[] {
  if (!Array.isArray(value)) throw invalid(path, 'must be a list of options')
  if (new Set(value).size < value.length) throw invalid(path, 'names an option twice')
  return value.map((one, place) => optionIn(question, one, `${path}.${place}`))
}

function rankingIn(question: Answerable, value: AnswerValue, path: string): string[] {
  const ranked = optionsIn(question, value, path)
  const missing = question.options.filter((option) => !ranked.includes(option.value))
  if (missing.length === 0) return ranked
  const names = missing.map((option) => option.value).join(', ')
  throw invalid(path, `must rank every option; missing: ${names}`)
}

function formIn({ fields }: Answerable, value: AnswerValue, path: string): AnswerValue {
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
function editIn({ draft }: Answerable, value: AnswerValue, path: string): EditAnswer {
  const before = draft ?? ''
  if (typeof value === 'string') {
    return { decision: decisionIn(value, path), text: before, changed: false }
  }
  if (Array.isArray(value)) throw invalid(path, 'must be {decision, text}')
  const { decision, text = before } = value
  if (typeof text !== 'string') throw invalid(`${path}.text`, 'must be text')
  if (Buffer.byteLength(text) > maxDraftBytes) {
    throw invalid(`${path}.text`, 'must be at most 100 kB')
  }
  return { decision: decisionIn(decision, `${path}.decision`), text, changed: text !== before }
}
