import type { Deps } from '../../../deps.ts'
import { hideActingLinks, openActingLinks } from '../../../http/gate/acting-links.ts'
import type { PageRequest } from '../../../http/pagination.ts'
import { type Actor, requirePermission } from '../../../http/permissions.ts'
import { problem } from '../../../http/problem.ts'
import { findMail, findMails, type MailRow } from './queries.ts'

export async function listMails({ db }: Pick<Deps, 'db'>, actor: Actor, page: PageRequest) {
  requirePermission(actor, 'notifications:read')
  return findMails(db.workspace(actor.workspaceId), actor.workspaceId, actor.userId, page)
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
  const mail = await findMail(deps.db.workspace(workspaceId), workspaceId, userId, id)
  if (!mail) throw problem('mail_not_found')
  const opened = mapTexts(mail, (text) => openActingLinks(deps, text))
  return actor.isBrowser ? opened : mapTexts(opened, hideActingLinks)
}

interface Texts {
  html: string
  text: string
  headers: object
}

/** Changes every text of an email that can contain a link. */
export function mapTexts<T extends Texts>(mail: T, change: (text: string) => string): T {
  const headers = Object.entries(mail.headers).map(([name, value]) => [
    name,
    typeof value === 'string' ? change(value) : value,
  ])
  return {
    ...mail,
    html: change(mail.html),
    text: change(mail.text),
    headers: Object.fromEntries(headers),
  }
}
