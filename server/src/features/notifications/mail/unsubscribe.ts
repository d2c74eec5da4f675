import type { Deps } from '../../../deps.ts'
import { readSignedLink, signedLink } from '../../../http/gate/acting-links.ts'
import { type PageAnswer, page } from '../../../http/pages/pages-for-people.ts'
import { escapeHtml } from '../../../lib/escape-html.ts'
import { findWorkspaceName } from '../../workspaces/find-name.ts'
import { type Category, categories } from '../categories.ts'
import { stopMails } from '../preferences.ts'
import { findPerson } from '../queries.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'linkSecrets' | 'config'>

interface Unsubscription {
  workspaceId: number
  userId: number
  category: Category
}

/** The unsubscribe link for a category. It never expires, because emails don't. */
export function signUnsubscribeLink(
  deps: Pick<Deps, 'config' | 'linkSecrets'>,
  { workspaceId, userId, category }: Unsubscription,
): string {
  return signedLink(deps, 'unsubscribe', [workspaceId, userId, category])
}

function readToken(deps: Needs, token: string): Unsubscription | undefined {
  const [workspaceId, userId, category] = readSignedLink(deps, 'unsubscribe', token) ?? []
  if (typeof category !== 'string' || !Object.hasOwn(categories, category)) return undefined
  return {
    workspaceId: Number(workspaceId),
    userId: Number(userId),
    category: category as Category,
  }
}

/** The page behind the link in an email's footer. It asks for confirmation and changes nothing. */
export async function showUnsubscribe(deps: Needs, token: string): Promise<PageAnswer> {
  const found = await read(deps, token)
  if (!found) return { status: 404, html: renderBrokenPage() }
  if (!found.wants) return { status: 200, html: renderDonePage(found) }
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
  if (!found) return { status: 404, html: renderBrokenPage() }
  await stopMails(deps, found)
  return { status: 200, html: renderDonePage(found) }
}

type UnsubscribeDetails = NonNullable<Awaited<ReturnType<typeof read>>>

async function read(deps: Needs, token: string) {
  const link = readToken(deps, token)
  if (!link) return undefined
  const sql = deps.db.workspace(link.workspaceId)
  const [person, workspace] = await Promise.all([
    findPerson(sql, link.workspaceId, link.userId),
    findWorkspaceName(sql, link.workspaceId),
  ])
  if (!person) return undefined
  const wants = !person.switched_off[link.category]?.includes('email')
  const { label } = categories[link.category]
  return { ...link, email: person.email, wants, workspace, label }
}

function renderDonePage({ email, label, workspace }: UnsubscribeDetails): string {
  return page(
    'You are unsubscribed',
    `<h1>You are unsubscribed</h1>
    <p>${escapeHtml(email)} gets no more emails of the category <strong>${label}</strong> from ${escapeHtml(workspace)}.
      Turn them on again in the notification settings.</p>`,
  )
}

function renderBrokenPage(): string {
  return page(
    'This link does not work',
    `<h1>This link does not work</h1>
    <p>Your mail program may have cut it off, or you have left the workspace and no longer get its emails.</p>`,
  )
}
