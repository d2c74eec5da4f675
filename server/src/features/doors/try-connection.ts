import type { DoorMessage } from '../../channels/chat-apps/door-message.ts'
import { isAboutDelivery } from '../../channels/post-to-service.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { Problem, problem } from '../../http/problem.ts'
import { findWorkspaceName } from '../workspaces/find-name.ts'
import { type Needs, requireConnection, tryOut } from './manage-connections.ts'
import { openChatApp, openSecrets } from './open-chat-app.ts'
import { type ConnectionRow, noteConnection, selectLinks } from './queries.ts'

/**
 * Checks the credentials. If the caller's account is linked, it also gets a message, so the person sees
 * that messages arrive. Nobody else gets anything.
 */
export async function testConnection(deps: Needs, actor: Actor, id: string) {
  requirePermission(actor, 'webhooks:write')
  const row = await requireConnection(deps, actor, id)
  const sql = deps.db.workspace(actor.workspaceId)
  try {
    const { description } = await tryOut(deps, row.kind, openSecrets(deps, row))
    const sent_to = await sendTestMessage(deps, actor, row)
    await noteConnection(sql, row, null)
    return { status: 'ok' as const, description, sent_to }
  } catch (error) {
    if (error instanceof Problem) await noteConnection(sql, row, error.detail)
    throw error
  }
}

/** Returns the name of the caller's account; null if it is not linked. */
async function sendTestMessage(
  deps: Needs,
  actor: Actor,
  row: ConnectionRow,
): Promise<string | null> {
  const { workspaceId, userId } = actor
  const sql = deps.db.workspace(workspaceId)
  const links = await selectLinks(sql, workspaceId, [userId])
  const link = links.find(({ connection_id }) => connection_id === row.id)
  const app = openChatApp(deps, row.kind, openSecrets(deps, row))
  if (!link || !app) return null
  const message = testMessage(deps, actor.name, await findWorkspaceName(sql, workspaceId))
  try {
    await app.send(link.channel_id, message)
  } catch (error) {
    if (!isAboutDelivery(error)) throw error
    throw problem('connection_failed', { detail: error.message })
  }
  return link.account_name
}

/** A message without buttons. */
function testMessage({ config }: Needs, sender: string, workspace: string): DoorMessage {
  return {
    questionId: '',
    kind: 'approval',
    title: 'Test message',
    message: 'Atelier can reach you here. Questions will look like this, with buttons to answer.',
    sender,
    workspace,
    options: [],
    fields: null,
    draft: null,
    expiresAt: null,
    url: config.publicUrl,
    progress: null,
    needsSession: false,
    ended: 'No answer is needed.',
  }
}
