import type { Deps } from '../../deps.ts'
import { type PageAnswer, page } from '../../http/pages/pages-for-people.ts'
import { escapeHtml } from '../../lib/escape-html.ts'
import { categories } from './categories.ts'
import { readUnsubscribeToken } from './mail-links.ts'
import { stopMails, wantsMails } from './preferences.ts'
import { personOf, workspaceName } from './queries.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'linkSecrets' | 'config'>

/** The page behind the link in an email's footer. It asks for confirmation and changes nothing. */
export async function showUnsubscribe(deps: Needs, token: string): Promise<PageAnswer> {
  const found = await read(deps, token)
  if (!found) return { status: 404, html: brokenPage() }
  if (!found.wants) return { status: 200, html: donePage(found) }
  return {
    status: 200,
    html: page(
      'Stop these emails?',
      `<h1>Stop these emails?</h1>
      <p>${escapeHtml(found.email)} will get no more emails of the category <strong>${found.label}</strong>
        from ${escapeHtml(found.workspace)}. The notifications stay in the console, where you can turn the emails on again.</p>
      <form method="post"><div class="buttons"><button class="first">Stop these emails</button></div></form>`,
    ),
  }
}

/** Called by the form, or by an email client with one-click unsubscribe. */
export async function unsubscribe(deps: Needs, token: string): Promise<PageAnswer> {
  const found = await read(deps, token)
  if (!found) return { status: 404, html: brokenPage() }
  await stopMails(deps, found)
  return { status: 200, html: donePage(found) }
}

type UnsubscribeDetails = NonNullable<Awaited<ReturnType<typeof read>>>

async function read(deps: Needs, token: string) {
  const link = readUnsubscribeToken(deps, token)
  if (!link) return undefined
  const sql = deps.db.workspace(link.workspaceId)
  const [person, wants, workspace] = await Promise.all([
    personOf(sql, link.workspaceId, link.userId),
    wantsMails(sql, link),
    workspaceName(sql, link.workspaceId),
  ])
  if (!person) return undefined
  const { label } = categories[link.category]
  return { ...link, email: person.email, wants, workspace, label }
}

function donePage({ email, label, workspace }: UnsubscribeDetails): string {
  return page(
    'You are unsubscribed',
    `<h1>You are unsubscribed</h1>
    <p>${escapeHtml(email)} gets no more emails of the category <strong>${label}</strong> from ${escapeHtml(workspace)}.
      Turn them on again in the notification settings.</p>`,
  )
}

function brokenPage(): string {
  return page(
    'This link does not work',
    `<h1>This link does not work</h1>
    <p>Your mail program may have cut it off, or you have left the workspace and no longer get its emails.</p>`,
  )
}
