import type { Deps } from '../../deps.ts'
import { type Actor, listPermissions } from '../../http/permissions.ts'
import { Problem } from '../../http/problem.ts'
import { findMember } from '../members/require-member.ts'
import type { Member } from '../members/schemas.ts'
import { answerQuestion } from '../questions/answer/answer-question.ts'
import type { Door } from '../questions/answer/proof.ts'
import { findQuestion, type WholeQuestion } from '../questions/find-question.ts'
import type { AnswerBody } from '../questions/schemas.ts'
import { type ConnectionRow, type LinkRow, linkOfAccount } from './queries.ts'

export type Needs = Pick<Deps, 'db' | 'clock' | 'queue' | 'log' | 'config'>

export interface Outcome {
  isAnswered: boolean
  /** Says what went wrong, for the person; null if the message itself shows the result. */
  words: string | null
  /** The fields that need a correction. */
  errors: readonly { path: string; message: string }[]
}

const notLinked =
  'Your account is not connected to Atelier. Open Atelier → Settings → Chat apps and create a code.'

/** The member behind an account of a chat app; undefined if it is not connected. */
export async function actorOfAccount(
  deps: Needs,
  connection: ConnectionRow,
  accountId: string,
): Promise<{ actor: Actor; link: LinkRow } | undefined> {
  const { id, workspace_id: workspaceId, kind } = connection
  const sql = deps.db.workspace(workspaceId)
  const link = await linkOfAccount(sql, id, accountId)
  if (!link) return undefined
  const actor = await actorOfMember(deps, workspaceId, link.user_id, {
    via: kind as 'slack' | 'telegram' | 'discord',
    credentialId: `${kind}:${link.id}`,
  })
  return actor && { actor, link }
}

/** A member as the author of an answer from outside; undefined if they left. */
export async function actorOfMember(
  deps: Pick<Deps, 'db'>,
  workspaceId: number,
  userId: number,
  { via, credentialId }: Pick<Actor, 'via' | 'credentialId'>,
): Promise<Actor | undefined> {
  const sql = deps.db.workspace(workspaceId)
  const member = await findMember(sql, workspaceId, userId)
  if (!member?.is_active) return undefined
  return {
    kind: 'user',
    userId,
    name: nameOfMember(member),
    via,
    workspaceId,
    role: member.role,
    permissions: listPermissions(member.role),
    spaceId: null,
    credentialId,
    requestId: null,
  }
}

/** Answers for the person behind an account. An account without a connected person cannot answer. */
export async function answerThrough(
  deps: Needs,
  connection: ConnectionRow,
  accountId: string,
  questionId: string,
  read: (question: WholeQuestion) => AnswerBody | undefined,
): Promise<Outcome> {
  const { id, workspace_id, kind } = connection
  const refuse = (reason: string, words: string): Outcome => {
    const about = { connection_id: id, account: accountId, question_id: questionId }
    deps.log.warn({ ...about, reason }, 'an answer from a chat app was refused')
    return { isAnswered: false, words, errors: [] }
  }
  const person = await actorOfAccount(deps, connection, accountId)
  if (!person) return refuse('the account is not linked', notLinked)
  const question = await findQuestion(deps.db.workspace(workspace_id), workspace_id, questionId)
  const given = question && read(question)
  if (!question || !given)
    return refuse('no such question or option', 'This question no longer exists.')
  const door: Door = {
    door: kind as Door['door'],
    authenticatedBy: kind,
    strength: 'channel',
    statement: await proofOfChat(deps, connection, person.link),
  }
  return tryAnswer(deps, person.actor, question, given, door)
}

/**
 * What a message from a chat app proves. Slack and Discord sign with a key that whoever connected the
 * app also has; Telegram repeats a secret that only this server told it.
 */
async function proofOfChat(
  { db }: Pick<Deps, 'db'>,
  { kind, workspace_id, created_by }: ConnectionRow,
  { account_name }: LinkRow,
): Promise<string> {
  const account = `the linked account ${account_name}`
  if (kind === 'telegram') return `Confirmed by Telegram for ${account}.`
  const holder =
    created_by && (await findMember(db.workspace(workspace_id), workspace_id, created_by))
  const name = holder ? nameOfMember(holder) : 'someone who has left'
  const app = kind === 'slack' ? 'Slack' : 'Discord'
  return `Confirmed by ${app} for ${account}, with a key that is held by ${name}.`
}

function nameOfMember({ first_name, last_name, email }: Member): string {
  return `${first_name} ${last_name}`.trim() || email
}

/** Turns the problems of an answer into words for the person. */
export async function tryAnswer(
  deps: Needs,
  actor: Actor,
  question: WholeQuestion,
  given: AnswerBody,
  door: Door,
): Promise<Outcome> {
  try {
    await answerQuestion(deps, actor, question.id, given, door)
    return { isAnswered: true, words: null, errors: [] }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const about = { question_id: question.id, user_id: actor.userId, door: door.door }
    deps.log.info({ ...about, reason: error.code }, 'an answer was not accepted')
    const words =
      error.code === 'question_not_found' ? 'You were not asked this question.' : error.detail
    return { isAnswered: false, words, errors: error.errors ?? [] }
  }
}
