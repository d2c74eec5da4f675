import type { Feature } from '../feature.ts'
import { activityRoutes } from './activity/routes.ts'
import { attachmentRoutes } from './attachments/routes.ts'
import { checklistRoutes } from './checklists/routes.ts'
import { commentRoutes } from './comments/routes.ts'
import { boardGuards, demoBoard } from './demo.ts'
import { dependencyRoutes } from './dependencies/routes.ts'
import { boardEvents } from './events.ts'
import { fieldRoutes } from './fields/routes.ts'
import { boardRoutes } from './routes.ts'
import { followCompletions, seriesDue, seriesJobs } from './series/create-next.ts'
import { statusRoutes } from './statuses/routes.ts'
import { tagRoutes } from './tags/routes.ts'
import { boardTaskRoutes } from './tasks/routes.ts'

export const boards: Feature = {
  name: 'boards',
  tags: {
    Boards: 'Boards with their columns, fields, tags and members.',
    'Board tasks': 'The cards on a board and everything on a card.',
    Comments: 'Comments on cards and projects.',
  },
  operations: () => [
    ...boardRoutes(),
    ...statusRoutes(),
    ...fieldRoutes(),
    ...tagRoutes(),
    ...boardTaskRoutes(),
    ...activityRoutes(),
    ...checklistRoutes(),
    ...attachmentRoutes(),
    ...dependencyRoutes(),
    ...commentRoutes(),
  ],
  follower: followCompletions,
  queues: [seriesJobs],
  due: seriesDue,
  demo: demoBoard,
  demoGuards: boardGuards,
  events: boardEvents,
}
