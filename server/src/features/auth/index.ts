import { hoursAgo } from '../../lib/hours-ago.ts'
import type { Feature } from '../feature.ts'
import { passwordMailQueue } from './forgotten-password.ts'
import { mailPasswordLink } from './mail-password-link.ts'
import { authRoutes } from './routes.ts'

export const auth: Feature = {
  name: 'auth',
  operations: (_service, deps) => authRoutes(deps),
  queues: [
    // Retries for about 30 minutes; the link is valid for one hour.
    { name: passwordMailQueue, retryLimit: 9, atOnce: 5, work: mailPasswordLink },
  ],
  cleanUp: async ({ db, clock }) => {
    await db.system`delete from sessions
      where refresh_expires_at < ${clock()} or revoked_at < ${hoursAgo(clock, 24)}`
    await db.system`delete from sign_in_links where expires_at < ${clock()}`
  },
}
