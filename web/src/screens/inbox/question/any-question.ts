import type { Notification, Question } from '@atelier/sdk'

/** A question, either embedded in a notification or standalone. */
export type AnyQuestion = NonNullable<Notification['question']> | Question

/** A text, a list of options, or an object; the kind decides which. */
export type AnswerValue = string | string[] | Record<string, unknown>

export interface StoredAnswer {
  value: AnswerValue
  comment: string | null
  is_default?: boolean
}

export interface EditAnswer {
  decision: 'approved' | 'rejected'
  text: string
  changed: boolean
}

export function readGiven({ answer }: AnyQuestion): StoredAnswer | null {
  return answer as StoredAnswer | null
}

/** "Claude for Mia Berg" if an agent answered. */
export function whoAnswered({ answered_by }: AnyQuestion): string {
  const { name = 'Someone', on_behalf_of } = (answered_by ?? {}) as {
    name?: string
    on_behalf_of?: { name: string }
  }
  return on_behalf_of ? `${name} for ${on_behalf_of.name}` : name
}
