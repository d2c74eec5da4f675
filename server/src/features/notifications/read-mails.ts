import type { Deps } from '../../deps.ts'
import { hideActingLinks, openActingLinks } from '../../http/gate/acting-links.ts'
import type { PageRequest } from '../../http/pagination.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { problem } from '../../http/problem.ts'
import { type MailRow, mailById, mailsOf } from './mail-queries.ts'
import { mapTexts } from './mail-texts.ts'

export async function listMails({ db }: Pick<Deps, 'db'>, actor: Actor, page: PageRequest) {
  requirePermission(actor, 'notifications:read')
  return mailsOf(db.workspace(actor.workspaceId), actor.workspaceId, actor.userId, page)
}

/**
 * An email as it was sent. Its links act for the user, so only the user in the console sees them;
 * an API key or OAuth client gets the email without them.
 */
export async function getMail(
  deps: Pick<Deps, 'db' | 'secrets'>,
  actor: Actor,
  id: string,
): Promise<MailRow> {
  requirePermission(actor, 'notifications:read')
  const { workspaceId, userId } = actor
  const mail = await mailById(deps.db.workspace(workspaceId), workspaceId, userId, id)
  if (!mail) throw problem('mail_not_found')
  const opened = mapTexts(mail, (text) => openActingLinks(deps, text))
  return actor.isBrowser ? opened : mapTexts(opened, hideActingLinks)
}
