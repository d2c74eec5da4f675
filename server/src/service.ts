import type { Deps } from './deps.ts'
import type { Service, Undo } from './features/feature.ts'
import { features } from './features/index.ts'
import { insertDemoRecord } from './features/workspaces/demo-queries.ts'
import { removeDemo } from './features/workspaces/remove-demo.ts'
import { lazy } from './lib/lazy.ts'
import { unfinishedJobs } from './platform/queue/job-queries.ts'
import type { Backlog } from './platform/work/backlog.ts'

/** All unfinished work, for `/metrics`. */
export const backlogs = (): Backlog[] => [
  unfinishedJobs,
  ...features.flatMap(({ backlog }) => backlog ?? []),
]

/** Combines the features into one service. */
export function openService(deps: Pick<Deps, 'clock' | 'counts'>): Service {
  const service: Service = {
    operations: lazy(() => features.flatMap((one) => one.operations?.(service, deps) ?? [])),
    tags: Object.assign({}, ...features.map(({ tags }) => tags)),
    tasks: features.flatMap(({ tasks = [] }) => tasks),
    subjects: Object.assign({}, ...features.map(({ subjects }) => subjects)),
    questionSupport: Object.assign({}, ...features.map((one) => one.questionSupport)),
    fillDemo: async (inside, owner) => {
      const people = new Map<string, number>()
      for (const { demoPeople } of features) {
        for (const [name, id] of (await demoPeople?.(inside, owner)) ?? []) people.set(name, id)
      }
      const sql = inside.db.workspace(owner.workspaceId)
      const remember = (undo: Undo) => insertDemoRecord(sql, owner.workspaceId, undo)
      for (const user_id of people.values()) {
        await remember({ operation: 'removeMember', params: { user_id } })
      }
      for (const { demo } of features) await demo?.(inside, { owner, people, service, remember })
      return [
        'The workspace contains demo data: people, teamspaces, a board, drafts, notifications from an agent,',
        'and three running workflows. The first runs take a while because they download models.',
      ]
    },
    removeDemo: (inside, owner) => removeDemo(inside, owner, service, features),
  }
  return service
}
