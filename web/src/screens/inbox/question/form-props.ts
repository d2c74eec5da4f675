import type { AnswerValue, Asked } from './asked.ts'

export interface FormProps {
  question: Asked
  hasKeys: boolean
  isPending: boolean
  /** Mistakes of the last attempt, by field. */
  mistakes: ReadonlyMap<string, string>
  onAnswer: (value: AnswerValue, comment: string) => void
}
