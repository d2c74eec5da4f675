import { Type } from 'typebox'
import { resource } from '../../http/resource.ts'
import { named } from '../../http/schemas.ts'
import type { Service } from '../feature.ts'
import { countDemoRecords } from './demo-queries.ts'

const demo = resource({
  tag: 'Workspaces',
  path: '/api/v1/workspaces/current/demo',
  read: 'workspaces:read',
  write: 'workspaces:write',
})

/** The demo uses every feature, so the caller that knows all features passes it in. */
export function demoRoutes({ fillDemo, removeDemo }: Pick<Service, 'fillDemo' | 'removeDemo'>) {
  return [
    demo.post('', {
      id: 'loadDemoData',
      summary: 'Fill the workspace with demo data',
      description:
        'People, teamspaces, a board, drafts, notifications and three workflows that run at once. Existing data stays unchanged. `DELETE` removes it again.',
      reply: named('LoadedDemoData', Type.Object({ workspace_id: Type.Integer() })),
      example: { reply: { workspace_id: 1 } },
      handle: async (deps, { actor }) => {
        await fillDemo(deps, actor)
        return { workspace_id: actor.workspaceId }
      },
    }),
    demo.get('', {
      id: 'getDemoData',
      summary: 'Count the demo records in the workspace',
      reply: named('DemoData', Type.Object({ records: Type.Integer() })),
      example: { reply: { records: 46 } },
      handle: async ({ db }, { actor: { workspaceId } }) => ({
        records: await countDemoRecords(db.workspace(workspaceId), workspaceId),
      }),
    }),
    demo.delete('', {
      id: 'removeDemoData',
      summary: 'Remove the demo data from the workspace',
      description:
        'Removes what `loadDemoData` created, and what its workflows made. Records that people changed or added to stay. Notifications are archived.',
      reply: named(
        'RemovedDemoData',
        Type.Object({
          removed: Type.Integer(),
          kept: Type.Integer({ description: 'Records that stay, or were already gone.' }),
        }),
      ),
      example: { reply: { removed: 45, kept: 1 } },
      handle: async (deps, { actor }) => removeDemo(deps, actor),
    }),
  ]
}
