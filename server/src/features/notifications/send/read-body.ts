import type { Deps } from '../../../deps.ts'
import { type Actor, requirePermission } from '../../../http/permissions.ts'
import { invalid, problem } from '../../../http/problem.ts'
import type { Service } from '../../feature.ts'
import type { NotificationInput } from './prepare-notification.ts'
import type { NotifyBody, NotifyReply } from './schemas.ts'

export const maxExtraBytes = 64 * 1024

export interface ReadNotification {
  input: NotificationInput
  adjusted: Pick<NotifyReply, 'adjusted'>
}

/** Checks what the schema of an agent's notification cannot express. Writes nothing. */
export async function readBody(
  deps: Pick<Deps, 'db' | 'clock' | 'random'>,
  service: Service,
  actor: Actor,
  body: NotifyBody,
): Promise<ReadNotification> {
  requirePermission(actor, 'notifications:send')
  if (String(body.workspaceId) !== String(actor.workspaceId)) {
    throw problem('workspace_forbidden', {
      detail: `workspaceId: the credential is for workspace ${actor.workspaceId}, not "${body.workspaceId}".`,
    })
  }
  if (body.link !== undefined) checkLink(body.link)
  if (body.question && body.category !== 'agentNeedsInput') {
    throw invalid('question', `needs the category agentNeedsInput, not ${body.category}`)
  }
  const { _extra: extra = {} } = body
  if (JSON.stringify(extra).length > maxExtraBytes) {
    throw invalid('_extra', 'must be at most 64 kB of JSON')
  }
  const { adjusted, ...texts } = removeTitle(body)
  const input = {
    userId: readUserId(String(body.userId)),
    category: body.category,
    title: body.title,
    ...texts,
    link: body.link,
    ctaLabel: body.ctaLabel,
    extra,
    senderName: body._extra?.agent,
    ...(body.question !== undefined && {
      question: await service.questionSupport.prepare(deps, service, actor, body.question),
    }),
  }
  return { input, adjusted: adjusted.length > 0 ? { adjusted } : {} }
}

function readUserId(text: string): number {
  const id = /^\d{1,10}$/.test(text) ? Number(text) : 0
  if (id >= 1 && id <= 2_147_483_647) return id
  throw reportNonMember(text)
}

export function reportNonMember(userId: number | string) {
  return invalid('userId', `no active member of this workspace has the id "${userId}"`)
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

type Texts = Pick<NotifyBody, 'title' | 'message' | 'body'>

/**
 * The texts without repetitions of the title, which every channel shows above them, and the names
 * of the changed fields. A message that only repeated the title becomes the start of the body.
 */
export function removeTitle({ title, message, body }: Texts) {
  const left = { message: cutTitle(message, title), body: body && cutTitle(body, title) }
  const adjusted = (['message', 'body'] as const).filter((field) => {
    return left[field] !== (field === 'message' ? message : body)
  })
  const fallback = left.body?.split(/\r?\n/).find((line) => normalize(line) !== '') ?? ''
  return {
    message: left.message === '' ? fallback.trim().slice(0, 1000) : left.message,
    // An empty body falls back to the message.
    body: left.body === '' ? undefined : left.body,
    adjusted,
  }
}

/** Removes every line that is the title, and the title as the opening words of the text. */
function cutTitle(text: string, title: string): string {
  const headline = normalize(title)
  if (headline === '') return text
  const lines = text.split(/\r?\n/)
  const kept = lines.filter((line) => !isHeadline(line, headline))
  const first = kept.findIndex((line) => line.trim() !== '')
  const opening = kept[first]
  const rest = opening === undefined ? undefined : cutHeadline(opening, title.trim())
  if (rest !== undefined) kept[first] = rest
  else if (kept.length === lines.length) return text
  return kept.join('\n').trim()
}

function isHeadline(line: string, headline: string): boolean {
  // A much longer line is a different one; a closer look would only take time.
  return line.length <= headline.length + 100 && normalize(line) === headline
}

/** "Report ready: it has nine pages" without its first words, if they are the title. */
function cutHeadline(line: string, title: string): string | undefined {
  const start = line.trimStart()
  if (start.slice(0, title.length).toLowerCase() !== title.toLowerCase()) return undefined
  const [separator] = /^\s*[.:!…–—-]+\s+/u.exec(start.slice(title.length)) ?? []
  return separator === undefined ? undefined : start.slice(title.length + separator.length)
}

/** Without case, markup and punctuation at both ends. */
function normalize(line: string): string {
  return line
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/^[#>\s*_~`-]+|(?<![\s*_~`#.:!…])[\s*_~`#.:!…]+$/gu, '')
    .replaceAll(/\s+/g, ' ')
}
