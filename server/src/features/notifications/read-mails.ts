import type { Deps } from '../../deps.ts'
import { hideActingLinks } from '../../http/acting-links.ts'
import type { PageRequest } from '../../http/pages.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { problem } from '../../http/problem.ts'
import { type MailRow, mailById, mailsOf } from './mail-queries.ts'

export async function listMails({ db }: Pick<Deps, 'db'>, actor: Actor, page: PageRequest) {
  requirePermission(actor, 'notifications:read')
  return mailsOf(db.workspace(actor.workspaceId), actor.workspaceId, actor.userId, page)
}

/**
 * An email as it was sent. Its links act for the user, so only the user in the console sees them;
 * an API key or OAuth client gets the email without them.
 */
export async function getMail(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  id: string,
): Promise<MailRow> {
  requirePermission(actor, 'notifications:read')
  const mail = await mailById(db.workspace(actor.workspaceId), actor.workspaceId, actor.userId, id)
  if (!mail) throw problem('mail_not_found')
  return actor.isBrowser ? mail : withoutLinks(mail)
}

function withoutLinks(mail: MailRow): MailRow {
  const headers = Object.entries(mail.headers).map(([name, value]) => [
    name,
    typeof value === 'string' ? hideActingLinks(value) : value,
  ])
  return {
    ...mail,
    html: hideActingLinks(mail.html),
    text: hideActingLinks(mail.text),
    headers: Object.fromEntries(headers),
  }
}
