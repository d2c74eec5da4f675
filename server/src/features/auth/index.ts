import type { Feature } from '../feature.ts'
import { passwordMailQueue } from './forgotten-password.ts'
import { mailPasswordLink } from './mail-password-link.ts'
import { removeOldSessions } from './remove-old-sessions.ts'
import { authRoutes } from './routes.ts'

export const auth: Feature = {
  name: 'auth',
  operations: (_service, deps) => authRoutes(deps),
  queues: [
    // Retries for about 30 minutes; the link is valid for one hour.
    { name: passwordMailQueue, retryLimit: 9, atOnce: 5, work: mailPasswordLink },
  ],
  cleanUp: removeOldSessions,
}
