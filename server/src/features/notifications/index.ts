import { hoursAgo } from '../../lib/hours-ago.ts'
import type { Feature } from '../feature.ts'
import { deliver } from './deliver/deliver.ts'
import { deliverDigest } from './deliver/deliver-digest.ts'
import { deliveryQueues } from './deliver/plan-deliveries.ts'
import { demoNotifications } from './demo.ts'
import { notificationEvents } from './events.ts'
import { mailRoutes } from './mail/routes.ts'
import { removeOldNotifications } from './queries.ts'
import { notificationRoutes } from './routes.ts'
import { threadRoutes } from './threads/routes.ts'

const keptDays = 180

export const notifications: Feature = {
  name: 'notifications',
  tags: {
    Notifications: 'Messages from agents to people, and the channels that deliver them.',
    'Pages for people': 'Pages that the links in emails open.',
    Threads: 'Notifications, questions and answers of one conversation.',
  },
  operations: (service) => [...notificationRoutes(service), ...mailRoutes(), ...threadRoutes()],
  queues: [
    // Deliveries schedule their own retries; the queue only takes over from a process that died.
    { name: deliveryQueues.email, retryLimit: 100, atOnce: 20, work: deliver },
    { name: deliveryQueues.chat, retryLimit: 100, atOnce: 20, work: deliver },
    { name: deliveryQueues.push, retryLimit: 100, atOnce: 20, work: deliver },
    { name: deliveryQueues.digest, retryLimit: 100, atOnce: 5, work: deliverDigest },
  ],
  cleanUp: ({ db, clock }) => removeOldNotifications(db.system, hoursAgo(clock, keptDays * 24)),
  demo: demoNotifications,
  events: notificationEvents,
}
