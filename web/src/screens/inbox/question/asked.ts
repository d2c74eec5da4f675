import type { Notification, Question } from '@atelier/sdk'

/** A question, either embedded in a notification or standalone. */
export type Asked = NonNullable<Notification['question']> | Question

export interface Given {
  value: string
  comment: string | null
}

export function givenIn({ answer }: Asked): Given | null {
  return answer as Given | null
}

export function whoAnswered({ answered_by }: Asked): string {
  return (answered_by as { name?: string } | null)?.name ?? 'Someone'
}
