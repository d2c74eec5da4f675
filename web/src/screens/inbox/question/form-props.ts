import type { AnswerValue, AnyQuestion } from './any-question.ts'

export interface FormProps {
  question: AnyQuestion
  hasKeys: boolean
  isPending: boolean
  /** Mistakes of the last attempt, by field. */
  mistakes: ReadonlyMap<string, string>
  onAnswer: (value: AnswerValue, comment: string) => void
}
