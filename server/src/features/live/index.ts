import type { Feature } from '../feature.ts'
import { liveRoutes } from './routes.ts'

export const live: Feature = {
  name: 'live',
  tags: { Live: 'Live events over a WebSocket.' },
  operations: liveRoutes,
  cleanUp: ({ db, clock }) => db.system`delete from socket_tickets where expires_at < ${clock()}`,
}
