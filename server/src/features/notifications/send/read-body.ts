import type { Deps } from '../../../deps.ts'
import { type Actor, requirePermission } from '../../../http/permissions.ts'
import { invalid, problem } from '../../../http/problem.ts'
import type { Service } from '../../feature.ts'
import type { NotificationInput } from './prepare-notification.ts'
import { removeTitle } from './remove-title.ts'
import type { NotifyBody, NotifyReply } from './schemas.ts'

const maxExtraBytes = 64 * 1024

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
