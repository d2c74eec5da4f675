import { hoursAgo } from '../../lib/hours-ago.ts'
import type { Feature } from '../feature.ts'
import { workflowCaller } from './callable.ts'
import { demoWorkflows } from './demo.ts'
import { workflowEvents } from './events.ts'
import { rehearsalRoutes } from './rehearsal/routes.ts'
import { productsOfRun, workflowGuards } from './remove-demo.ts'
import { workflowRoutes } from './routes.ts'
import { httpRequestTask } from './runs/http-request.ts'
import { workflowRunRoutes } from './runs/routes.ts'
import { waitingRuns } from './runs/run-queries.ts'
import { runsFollower, startRunWorkers } from './runs/work-runs.ts'
import { triggerJobs } from './triggers/fire-events.ts'
import { waitingSchedules } from './triggers/firing-queries.ts'
import { hookRoutes } from './triggers/hook-routes.ts'
import { sealedHookColumns } from './triggers/hook-secrets.ts'
import { triggerRoutes } from './triggers/routes.ts'
import { removeOldFirings, triggersDue } from './triggers/triggers-due.ts'

export const workflows: Feature = {
  name: 'workflows',
  tags: {
    Workflows: 'Durable processes whose steps survive crashes and can ask people.',
  },
  operations: ({ operations }, deps) => {
    const caller = workflowCaller(operations)
    return [
      ...workflowRoutes(caller),
      ...workflowRunRoutes(),
      ...rehearsalRoutes(caller),
      ...triggerRoutes(),
      ...hookRoutes(deps),
    ]
  },
  tasks: [httpRequestTask],
  follower: runsFollower,
  start: (deps, { operations }) => startRunWorkers(deps, workflowCaller(operations)()),
  queues: [triggerJobs],
  due: triggersDue,
  backlog: (sql, now) => sql.part`${waitingRuns(sql, now)} union all ${waitingSchedules(sql, now)}`,
  sealedColumns: sealedHookColumns,
  cleanUp: async (deps) => {
    // Their steps and child runs go with them.
    await deps.db
      .system`delete from workflow_runs where ended_at < ${hoursAgo(deps.clock, 180 * 24)}`
    await removeOldFirings(deps)
  },
  demo: (deps, demo) => demoWorkflows(deps, workflowCaller(demo.service.operations)(), demo),
  demoGuards: workflowGuards,
  demoProducts: productsOfRun,
  events: workflowEvents,
}
