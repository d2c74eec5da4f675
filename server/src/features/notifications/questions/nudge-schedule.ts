import type { QuestionDetails } from './ask-question.ts'

export type Nudge =
  | { kind: 'remind'; afterSeconds: number }
  | {
      kind: 'escalate'
      afterSeconds: number
      to: NonNullable<QuestionDetails['escalate']>[number]['to']
    }

/** Reminders and escalations of a question, in the order of their times. */
export function nudgesOf({ remind_after_seconds = [], escalate = [] }: QuestionDetails): Nudge[] {
  const reminders = remind_after_seconds.map((afterSeconds) => ({
    kind: 'remind' as const,
    afterSeconds,
  }))
  const escalations = escalate.map(({ after_seconds, to }) => ({
    kind: 'escalate' as const,
    afterSeconds: after_seconds,
    to,
  }))
  return [...reminders, ...escalations].sort((a, b) => a.afterSeconds - b.afterSeconds)
}

/** How many reminders of a question were sent. */
export function remindersSent({
  details,
  nudges_done,
}: {
  details: QuestionDetails
  nudges_done: number
}): number {
  const done = nudgesOf(details).slice(0, nudges_done)
  return done.filter(({ kind }) => kind === 'remind').length
}

/** The time of the first nudge that is not done yet. */
export function nextNudgeAt(details: QuestionDetails, createdAt: Date, done: number): Date | null {
  const next = nudgesOf(details)[done]
  return next ? new Date(createdAt.getTime() + next.afterSeconds * 1000) : null
}
