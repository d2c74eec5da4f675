import type { Feature } from '../feature.ts'
import { workflowCaller } from './callable.ts'
import { demoWorkflows } from './demo.ts'
import { workflowEvents } from './events.ts'
import { removeOldRuns } from './remove-old-runs.ts'
import { workflowRoutes } from './routes.ts'
import { httpRequestTask } from './runs/http-request.ts'
import { workflowRunRoutes } from './runs/routes.ts'
import { waitingRuns } from './runs/run-queries.ts'
import { runsFollower, startRunWorkers } from './runs/work-runs.ts'

export const workflows: Feature = {
  name: 'workflows',
  tags: {
    Workflows: 'Durable processes whose steps survive crashes and can ask people.',
  },
  operations: ({ operations }) => [
    ...workflowRoutes(workflowCaller(operations)),
    ...workflowRunRoutes(),
  ],
  tasks: [httpRequestTask],
  follower: runsFollower,
  start: (deps, { operations }) => startRunWorkers(deps, workflowCaller(operations)()),
  backlog: waitingRuns,
  cleanUp: removeOldRuns,
  demo: (deps, { owner, service }) =>
    demoWorkflows(deps, workflowCaller(service.operations)(), owner),
  events: workflowEvents,
}
