import { type AnyQuestion, type EditAnswer, readGiven } from './any-question.ts'

/** An answer as the label that the person chose. */
export function answerWords(question: AnyQuestion): string {
  const { kind, options } = question
  const value = readGiven(question)?.value ?? ''
  const findLabel = (one: string) => options.find((option) => option.value === one)?.label ?? one
  if (Array.isArray(value)) {
    if (value.length === 0) return 'None'
    const labels = value.map(findLabel)
    return kind === 'rank'
      ? labels.map((label, at) => `${at + 1}. ${label}`).join(', ')
      : labels.join(', ')
  }
  if (typeof value === 'object') {
    if (kind !== 'edit') return 'Form filled in'
    const { decision, changed } = value as unknown as EditAnswer
    return `${decisionWords(decision)}${changed ? ' with changes' : ''}`
  }
  return kind === 'approval' ? decisionWords(value) : findLabel(value)
}

function decisionWords(value: string): string {
  return value === 'approved' ? 'Approved' : 'Rejected'
}
