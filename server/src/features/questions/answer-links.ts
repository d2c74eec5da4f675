import type { Deps } from '../../deps.ts'
import { readToken, signToken } from '../../lib/signed-token.ts'

const answering = 'answer'

export interface AnswerLink {
  workspaceId: number
  questionId: string
  userId: number
}

/** The link in a mail that opens the page to answer on. It speaks for the person it was sent to. */
export function answerLink(
  { config, linkSecrets }: Pick<Deps, 'config' | 'linkSecrets'>,
  { workspaceId, questionId, userId }: AnswerLink,
): string {
  const token = signToken(linkSecrets[0] as string, answering, [workspaceId, questionId, userId])
  return `${config.publicUrl}/answer/${token}`
}

export function readAnswerToken(
  { linkSecrets }: Pick<Deps, 'linkSecrets'>,
  token: string,
): AnswerLink | undefined {
  const [workspaceId, questionId, userId] = readToken(linkSecrets, answering, token) ?? []
  if (typeof questionId !== 'string') return undefined
  return { workspaceId: Number(workspaceId), questionId, userId: Number(userId) }
}
