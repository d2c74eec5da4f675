import { type Asked, givenIn } from './asked.ts'

/** An answer as the label that the person chose. */
export function answerWords(question: Asked): string {
  const value = givenIn(question)?.value ?? ''
  if (question.kind === 'approval') return value === 'approved' ? 'Approved' : 'Rejected'
  return question.options.find((option) => option.value === value)?.label ?? value
}
