import type { Deps } from '../../deps.ts'
import { hoursAgo } from '../../lib/hours-ago.ts'
import type { Feature } from '../feature.ts'
import { deliverWebhook } from './deliver-webhook.ts'
import { cancelledTaskJobs } from './end-cancelled.ts'
import { taskEvents } from './events.ts'
import { unfinishedTasks } from './lease-queries.ts'
import { taskRoutes } from './routes.ts'
import { startTaskWorkers } from './task-workers.ts'

const deliverTaskWebhook = (deps: Deps, { task_id }: { task_id: string }) =>
  deliverWebhook(deps, task_id)

export const tasks: Feature = {
  name: 'tasks',
  tags: { Tasks: 'Background work: its progress and result.' },
  operations: taskRoutes,
  queues: [
    // Retry delays double from five seconds to six hours: about three days in total.
    { name: 'task-webhooks', retryLimit: 24, atOnce: 10, work: deliverTaskWebhook },
    cancelledTaskJobs,
  ],
  start: (deps, { tasks }) => startTaskWorkers(deps, tasks),
  backlog: unfinishedTasks,
  cleanUp: ({ db, clock }) =>
    db.system`delete from tasks where finished_at < ${hoursAgo(clock, 30 * 24)}`,
  events: taskEvents,
}
