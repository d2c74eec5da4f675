import type { Actor } from '../../http/permissions.ts'
import { invalid, problem } from '../../http/problem.ts'
import type { NotifyBody } from './schemas.ts'

const maxExtraBytes = 64 * 1024

/** Checks what the schema cannot express. Returns the user's id as a number. */
export function checkNotification(actor: Actor, body: NotifyBody): number {
  if (body.workspaceId !== String(actor.workspaceId)) {
    throw problem('workspace_forbidden', {
      detail: `workspaceId: the credential is for workspace ${actor.workspaceId}, not "${body.workspaceId}".`,
    })
  }
  for (const field of ['message', 'body'] as const) {
    const text = body[field]
    if (text !== undefined && repeats(text, body.title)) {
      throw invalid(field, 'repeats the title; leave it out, because the title is shown above')
    }
  }
  if (body.link !== undefined) checkLink(body.link)
  if (body.question && body.category !== 'agentNeedsInput') {
    throw invalid('question', `needs the category agentNeedsInput, not ${body.category}`)
  }
  if (JSON.stringify(body._extra ?? {}).length > maxExtraBytes) {
    throw invalid('_extra', 'must be at most 64 kB of JSON')
  }
  return userIdOf(body.userId)
}

function userIdOf(text: string): number {
  const id = /^\d{1,10}$/.test(text) ? Number(text) : 0
  if (id >= 1 && id <= 2_147_483_647) return id
  throw notAMember(text)
}

export function notAMember(userId: string) {
  return invalid('userId', `no active member of this workspace has the id "${userId}"`)
}

/** Whether the first line of a text is the title, ignoring case, markup and punctuation. */
function repeats(text: string, title: string): boolean {
  const firstLine = text.trimStart().split(/\r?\n/, 1)[0] ?? ''
  // A much longer line is a different one; a closer look would only take time.
  if (firstLine.length > title.length + 100) return false
  const plain = (line: string) =>
    line
      .normalize('NFKC')
      .toLowerCase()
      .replaceAll(/^[#>\s*_~`-]+|(?<![\s*_~`#.:!…])[\s*_~`#.:!…]+$/gu, '')
      .replaceAll(/\s+/g, ' ')
  const headline = plain(title)
  return headline !== '' && plain(firstLine) === headline
}

function checkLink(link: string): void {
  const isPath = /^\/(?![/\\])/.test(link)
  const isWeb = /^https?:\/\//i.test(link) && URL.canParse(link)
  // A line break or a space in a link is a mistake or an attack.
  if ((isPath || isWeb) && !/[\s\p{Cc}]/u.test(link)) return
  throw invalid(
    'link',
    'must be an http or https URL, or a path on this server such as /boards/launch',
  )
}
