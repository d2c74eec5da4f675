import { Type } from 'typebox'
import type { Deps } from '../../deps.ts'
import { operation } from '../../http/operation.ts'
import type { Actor } from '../../http/permissions.ts'
import { named } from '../../http/schemas.ts'

/** `fill` uses every feature, so the caller that knows all features passes it in. */
export function demoRoutes(fill: (deps: Deps, actor: Actor) => Promise<unknown>) {
  return [
    operation({
      id: 'loadDemoData',
      method: 'POST',
      path: '/api/v1/workspaces/current/demo',
      tag: 'Workspaces',
      summary: 'Fill the workspace with demo data',
      description:
        'People, teamspaces, a board, drafts, notifications and three workflows that run at once. Existing data stays unchanged. Use a separate workspace: you cannot undo it.',
      permission: 'workspaces:write',
      status: 200,
      reply: named('LoadedDemoData', Type.Object({ workspace_id: Type.Integer() })),
      example: { reply: { workspace_id: 1 } },
      handle: async (deps, { actor }) => {
        await fill(deps, actor)
        return { workspace_id: actor.workspaceId }
      },
    }),
  ]
}
