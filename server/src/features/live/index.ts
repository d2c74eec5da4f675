import type { Feature } from '../feature.ts'
import { removeOldTickets } from './remove-old-tickets.ts'
import { liveRoutes } from './routes.ts'

export const live: Feature = {
  name: 'live',
  tags: { Live: 'Live events over a WebSocket.' },
  operations: liveRoutes,
  cleanUp: removeOldTickets,
}
