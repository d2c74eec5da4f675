import { hoursAgo } from '../../lib/hours-ago.ts'
import type { Feature } from '../feature.ts'
import { deliverMessage, planMessages } from './deliver-questions.ts'
import { doorsFollower, messageQueue, questionQueue } from './door-jobs.ts'
import { doorEvents } from './events.ts'
import { inboundRoutes } from './inbound-routes.ts'
import { startListeners } from './listeners.ts'
import { removeOldCodes } from './queries.ts'
import { doorRoutes } from './routes.ts'
import { removeOldUpdates } from './update-queries.ts'

export const doors: Feature = {
  name: 'doors',
  tags: { Doors: 'Chat apps and mailboxes through which people answer questions.' },
  operations: () => [...doorRoutes(), ...inboundRoutes()],
  queues: [
    { name: questionQueue, retryLimit: 20, atOnce: 10, work: planMessages },
    // Messages schedule their own retries.
    { name: messageQueue, retryLimit: 20, atOnce: 10, work: deliverMessage },
  ],
  follower: doorsFollower,
  start: startListeners,
  cleanUp: async ({ db, clock }) => {
    const before = hoursAgo(clock, 72)
    await removeOldUpdates(db.system, before)
    await removeOldCodes(db.system, before)
  },
  events: doorEvents,
}
