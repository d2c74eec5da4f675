import type { Feature } from '../feature.ts'
import { deliver } from './deliver.ts'
import { deliverDigest } from './deliver-digest.ts'
import { queueOf } from './delivery-jobs.ts'
import { demoNotifications } from './demo.ts'
import { notificationEvents } from './events.ts'
import { mailSetupRoutes } from './mail-setup-routes.ts'
import { mailPageRoutes, unsubscribeRoutes } from './page-routes.ts'
import { nextExpiryAt, nextNudge } from './questions/due-queries.ts'
import { expireQuestions } from './questions/expire-questions.ts'
import { nudgeQuestions } from './questions/nudge-questions.ts'
import { questionRoutes } from './questions/routes.ts'
import { sendAnswer } from './questions/send-answer.ts'
import { removeOldNotifications } from './remove-old-notifications.ts'
import { notificationRoutes } from './routes.ts'
import { threadRoutes } from './threads/routes.ts'

export const notifications: Feature = {
  name: 'notifications',
  tags: {
    Notifications: 'Messages from agents to people, and the channels that deliver them.',
    Questions: 'Questions from agents to people. Exactly one answer counts.',
    'Pages for people': 'Pages that the links in emails open.',
    Threads: 'Notifications, questions and answers of one conversation.',
  },
  operations: (service) => [
    ...notificationRoutes(service.subjects),
    ...mailSetupRoutes(),
    ...questionRoutes(),
    ...threadRoutes(),
    ...mailPageRoutes(),
    ...unsubscribeRoutes(),
  ],
  queues: [
    // Delays double from 5 seconds to 6 hours: about three days in total.
    { name: 'answer-webhooks', retryLimit: 24, atOnce: 10, work: sendAnswer },
    // Deliveries schedule their own retries; the queue only takes over from a process that died.
    { name: queueOf.email, retryLimit: 100, atOnce: 20, work: deliver },
    { name: queueOf.chat, retryLimit: 100, atOnce: 20, work: deliver },
    { name: queueOf.push, retryLimit: 100, atOnce: 20, work: deliver },
    { name: queueOf.digest, retryLimit: 100, atOnce: 5, work: deliverDigest },
  ],
  due: (deps) => [
    { name: 'question deadlines', dueAt: nextExpiryAt, work: () => expireQuestions(deps) },
    { name: 'question reminders', dueAt: nextNudge, work: () => nudgeQuestions(deps) },
  ],
  cleanUp: removeOldNotifications,
  demo: demoNotifications,
  events: notificationEvents,
}
