import type { Deps } from '../../../deps.ts'
import { readSignedLink, signedLink } from '../../../http/gate/acting-links.ts'

export interface AnswerLink {
  workspaceId: number
  questionId: string
  userId: number
}

/** The link in an email that opens the answer page. It acts for the recipient of the email. */
export function answerLink(
  deps: Pick<Deps, 'config' | 'linkSecrets'>,
  { workspaceId, questionId, userId }: AnswerLink,
): string {
  return signedLink(deps, 'answer', [workspaceId, questionId, userId])
}

export function readAnswerToken(
  deps: Pick<Deps, 'linkSecrets'>,
  token: string,
): AnswerLink | undefined {
  const [workspaceId, questionId, userId] = readSignedLink(deps, 'answer', token) ?? []
  if (typeof questionId !== 'string') return undefined
  return { workspaceId: Number(workspaceId), questionId, userId: Number(userId) }
}
