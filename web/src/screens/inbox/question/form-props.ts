import type { Asked } from './asked.ts'

export interface FormProps {
  question: Asked
  hasKeys: boolean
  isPending: boolean
  onAnswer: (value: string, comment: string) => void
}
