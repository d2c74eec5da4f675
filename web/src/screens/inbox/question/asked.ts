import type { Notification, Question } from '@atelier/sdk'

/** A question, either embedded in a notification or standalone. */
export type Asked = NonNullable<Notification['question']> | Question

/** A text, a list of options, or an object; the kind decides which. */
export type AnswerValue = string | string[] | Record<string, unknown>

export interface Given {
  value: AnswerValue
  comment: string | null
  is_default?: boolean
}

export interface Edited {
  decision: 'approved' | 'rejected'
  text: string
  changed: boolean
}

export function givenIn({ answer }: Asked): Given | null {
  return answer as Given | null
}

export function whoAnswered({ answered_by }: Asked): string {
  return (answered_by as { name?: string } | null)?.name ?? 'Someone'
}
