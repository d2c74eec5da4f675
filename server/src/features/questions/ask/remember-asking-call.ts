import type { Deps } from '../../../deps.ts'
import { type Actor, requirePermission } from '../../../http/permissions.ts'
import { saveAskingCall } from '../queries.ts'

/** Remembers which MCP request asked, so that the view of this request finds its question. */
export async function rememberAskingCall(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  call: { id: string; callId: string },
): Promise<void> {
  requirePermission(actor, 'notifications:send')
  await saveAskingCall(db.workspace(actor.workspaceId), actor.workspaceId, call)
}
