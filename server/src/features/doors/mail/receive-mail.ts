import { createHash } from 'node:crypto'
import type { Deps } from '../../../deps.ts'
import { type Actor, serviceActor } from '../../../http/permissions.ts'
import { readReplyToken } from '../../../lib/reply-token.ts'
import { findMember } from '../../members/require-member.ts'
import { addToThread } from '../../notifications/threads/write-in-thread.ts'
import { findQuestionAnywhere, type WholeQuestion } from '../../questions/find-question.ts'
import { actorOfMember, tryAnswer } from '../answer-through.ts'
import { handleOnce } from '../handle-once.ts'
import { textAnswer } from '../text-answer.ts'
import { type InboundMail, isAutomatic } from './inbound-mail.ts'
import type { Proof } from './sender-proof.ts'
import { stripReply, textOfHtml } from './strip-reply.ts'

export type MailOutcome = { status: 'answered' | 'commented' | 'ignored' }

type Needs = Pick<Deps, 'db' | 'clock' | 'random' | 'queue' | 'log' | 'config' | 'linkSecrets'>

/**
 * Handles a reply to a question's email. It answers only if it comes from the address of the person
 * who got the email, and the receiving server confirmed that. Everything else becomes a comment.
 */
export async function receiveMail(
  deps: Needs,
  mail: InboundMail,
  proof: Proof,
  onlyWorkspaceId?: number,
): Promise<MailOutcome> {
  const ignore = (reason: string): MailOutcome => {
    deps.log.warn({ message_id: mail.messageId.slice(0, 200), reason }, 'an email was ignored')
    return { status: 'ignored' }
  }
  const token = findToken(deps, mail.recipients)
  if (!token) return ignore('no recipient is a reply address of ours')
  if (isAutomatic(mail)) return ignore('it is an automatic reply')
  const question = await findQuestionAnywhere(deps.db.system, token.questionId)
  const isElsewhere = onlyWorkspaceId !== undefined && question?.workspace_id !== onlyWorkspaceId
  if (!question || isElsewhere) return ignore('the question no longer exists')
  const recipient = await findMember(
    deps.db.workspace(question.workspace_id),
    question.workspace_id,
    token.userId,
  )
  if (!recipient?.is_active) return ignore('the person who got the email has left')
  const text = stripReply(mail.text || textOfHtml(mail.html)).slice(0, 10_000)
  if (text === '') return ignore('it has no text of its own')
  const handled = await handleOnce(deps, 'mail', chooseId(mail, text), () =>
    handleReply(deps, { mail, proof, question, userId: token.userId, text }),
  )
  return handled ? handled.result : ignore('it was received before')
}

interface Reply {
  mail: InboundMail
  proof: Proof
  question: WholeQuestion
  /** The person who got the email. */
  userId: number
  text: string
}

async function handleReply(
  deps: Needs,
  { mail, proof, question, userId, text }: Reply,
): Promise<MailOutcome> {
  const { workspace_id } = question
  const person = await findAuthor(deps, question, userId, mail.from)
  const doubt =
    'missing' in proof ? proof.missing : person ? undefined : 'the sender is not the recipient'
  if (doubt === undefined && person) {
    return answerOrComment(deps, person, question, text, {
      ...(proof as { by: string }),
      from: mail.from,
    })
  }
  deps.log.warn(
    { question_id: question.id, reason: doubt },
    'a reply by email did not count as an answer',
  )
  const author = {
    ...serviceActor(workspace_id, null),
    name: `Unconfirmed email from ${mail.from.slice(0, 200)}`,
  }
  await addToThread(deps, author, question.thread_id, text)
  return { status: 'commented' }
}

async function answerOrComment(
  deps: Needs,
  person: Actor,
  question: WholeQuestion,
  text: string,
  { by, from }: { by: string; from: string },
): Promise<MailOutcome> {
  const given = textAnswer(question, text)
  if (given) {
    const door = {
      door: 'mail-reply',
      authenticatedBy: `mail-reply-${by}`,
      strength: 'channel',
      statement: `By a reply from ${from}; ${by.toUpperCase()} confirms the domain of the address.`,
    } as const
    const { isAnswered } = await tryAnswer(deps, person, question, given, door)
    if (isAnswered) return { status: 'answered' }
  }
  await addToThread(deps, person, question.thread_id, text)
  return { status: 'commented' }
}

/** The person who got the email, if the reply has their verified address. */
async function findAuthor(
  deps: Needs,
  { workspace_id, id }: WholeQuestion,
  userId: number,
  from: string,
): Promise<Actor | undefined> {
  const sql = deps.db.workspace(workspace_id)
  const member = await findMember(sql, workspace_id, userId)
  if (!member?.is_email_verified) return undefined
  if (member.email.toLowerCase() !== from.toLowerCase()) return undefined
  return actorOfMember(deps, workspace_id, userId, { via: 'mail', credentialId: `mail:${id}` })
}

function findToken({ config, linkSecrets }: Needs, recipients: readonly string[]) {
  const { replyAddress } = config.inboundMail
  if (replyAddress === undefined) return undefined
  const [local = '', domain = ''] = replyAddress.toLowerCase().split('@')
  for (const recipient of recipients) {
    const [user = '', host = ''] = recipient.trim().toLowerCase().split('@')
    const [name, token = ''] = user.split('+', 2)
    const found = host === domain && name === local ? readReplyToken(linkSecrets, token) : undefined
    if (found) return found
  }
  return undefined
}

function chooseId({ messageId, from }: InboundMail, text: string): string {
  return messageId || createHash('sha256').update(`${from}\n${text}`).digest('hex')
}
