import { Undeliverable } from '../../../channels/channel.ts'
import type { Deps } from '../../../deps.ts'
import type { Actor } from '../../../http/permissions.ts'
import { problem } from '../../../http/problem.ts'
import { escapeHtml } from '../../../lib/escape-html.ts'
import { mailPerson } from '../../auth/mail-person.ts'
import { countEmail } from '../../quotas/take-rate.ts'
import { findPerson } from '../queries.ts'

/** What users should know about email on this server before they wait for one. */
export function getMailSetup({ config }: Pick<Deps, 'config'>) {
  const { smtpUrl, from, dkim } = config.mail
  return { is_configured: smtpUrl !== undefined, from, is_signed: dkim !== undefined }
}

/** Sends an email to the caller immediately, and returns the mail server's response. */
export async function sendTestMail(
  deps: Pick<Deps, 'db' | 'config' | 'mailer' | 'random' | 'clock'>,
  actor: Actor,
) {
  const { publicUrl, mail } = deps.config
  const person = await findPerson(
    deps.db.workspace(actor.workspaceId),
    actor.workspaceId,
    actor.userId,
  )
  if (!person) throw problem('member_not_found')
  await deps.db.transaction(actor.workspaceId, (tx) =>
    countEmail(deps, tx, actor.workspaceId, person.email),
  )
  const text = `${person.name} requested this test at ${publicUrl}. Email works.`
  try {
    return await mailPerson(deps, actor.userId, {
      from: mail.from,
      to: { name: person.name, address: person.email },
      subject: 'Test email from Atelier',
      text: `${text}\n`,
      html: `<!doctype html><html lang="en"><body><p>${escapeHtml(text)}</p></body></html>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
      messageId: `${deps.random.uuid()}@${new URL(publicUrl).hostname}`,
    })
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    const advice = error instanceof Undeliverable ? '' : ' Try again later.'
    throw problem('mail_failed', { detail: `${why}.${advice}`, cause: error })
  }
}
