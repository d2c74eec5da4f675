import type { Deps } from '../../deps.ts'
import type { PageRequest } from '../../http/pages.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { problem } from '../../http/problem.ts'
import { type MailRow, mailById, mailsOf } from './mail-queries.ts'

/** The person's own mails: links in them act for that person, so nobody else reads them here. */
export async function listMails({ db }: Pick<Deps, 'db'>, actor: Actor, page: PageRequest) {
  requirePermission(actor, 'notifications:read')
  return mailsOf(db.workspace(actor.workspaceId), actor.workspaceId, actor.userId, page)
}

export async function getMail(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  id: string,
): Promise<MailRow> {
  requirePermission(actor, 'notifications:read')
  const mail = await mailById(db.workspace(actor.workspaceId), actor.workspaceId, actor.userId, id)
  if (!mail) throw problem('mail_not_found')
  return mail
}
