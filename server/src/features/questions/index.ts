import type { Feature } from '../feature.ts'
import { expireQuestions } from './answer/end-question.ts'
import { sendAnswer } from './answer/send-answer.ts'
import { nudgeQuestions } from './ask/nudge-questions.ts'
import { questionEvents } from './events.ts'
import { selectNextExpiry, selectNextNudge } from './queries.ts'
import { questionSupport } from './question-support.ts'
import { questionRoutes } from './routes.ts'

export const questions: Feature = {
  name: 'questions',
  tags: { Questions: 'Questions from agents to people. Exactly one answer counts.' },
  operations: questionRoutes,
  questionSupport,
  // Delays double from 5 seconds to 6 hours: about three days in total.
  queues: [{ name: 'answer-webhooks', retryLimit: 24, atOnce: 10, work: sendAnswer }],
  due: (deps) => [
    { name: 'question deadlines', dueAt: selectNextExpiry, work: () => expireQuestions(deps) },
    { name: 'question reminders', dueAt: selectNextNudge, work: () => nudgeQuestions(deps) },
  ],
  events: questionEvents,
}
