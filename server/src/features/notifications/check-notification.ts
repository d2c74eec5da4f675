import type { Actor } from '../../http/permissions.ts'
import { invalid, problem } from '../../http/problem.ts'
import type { NotifyBody } from './schemas.ts'

export const maxExtraBytes = 64 * 1024

/** Checks what the schema cannot express. Returns the user's id as a number. */
export function checkNotification(actor: Actor, body: NotifyBody): number {
  if (String(body.workspaceId) !== String(actor.workspaceId)) {
    throw problem('workspace_forbidden', {
      detail: `workspaceId: the credential is for workspace ${actor.workspaceId}, not "${body.workspaceId}".`,
    })
  }
  if (body.link !== undefined) checkLink(body.link)
  if (body.question && body.category !== 'agentNeedsInput') {
    throw invalid('question', `needs the category agentNeedsInput, not ${body.category}`)
  }
  if (JSON.stringify(body._extra ?? {}).length > maxExtraBytes) {
    throw invalid('_extra', 'must be at most 64 kB of JSON')
  }
  return userIdOf(String(body.userId))
}

function userIdOf(text: string): number {
  const id = /^\d{1,10}$/.test(text) ? Number(text) : 0
  if (id >= 1 && id <= 2_147_483_647) return id
  throw notAMember(text)
}

export function notAMember(userId: string) {
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
