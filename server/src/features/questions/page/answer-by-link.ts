import { writeHtml } from '../../../channels/email/write-mail.ts'
import type { Deps } from '../../../deps.ts'
import { readSignedLink, signedLink } from '../../../http/gate/acting-links.ts'
import type { PageAnswer } from '../../../http/pages/pages-for-people.ts'
import { type Actor, listPermissions } from '../../../http/permissions.ts'
import { Problem, problem } from '../../../http/problem.ts'
import { findMember } from '../../members/require-member.ts'
import { findWorkspaceName } from '../../workspaces/find-name.ts'
import { answerQuestion } from '../answer/answer-question.ts'
import { isOpen } from '../answer/end-question.ts'
import { findBody, findQuestion, type WholeQuestion } from '../find-question.ts'
import { mayAnswer } from '../people.ts'
import { readForm } from './answer-form.ts'
import {
  renderBrokenLinkPage,
  renderEndedPage,
  renderQuestionPage,
  renderSignInPage,
} from './answer-page.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'queue' | 'linkSecrets' | 'config'>

interface OpenedQuestion {
  actor: Actor
  email: string
  question: WholeQuestion
  bodyHtml: string | null
  workspaceName: string
}

interface AnswerLink {
  workspaceId: number
  questionId: string
  userId: number
}

/** The link in an email that opens the answer page. It acts for the recipient of the email. */
export function signAnswerLink(
  deps: Pick<Deps, 'config' | 'linkSecrets'>,
  { workspaceId, questionId, userId }: AnswerLink,
): string {
  return signedLink(deps, 'answer', [workspaceId, questionId, userId])
}

function readAnswerToken(deps: Pick<Deps, 'linkSecrets'>, token: string): AnswerLink | undefined {
  const [workspaceId, questionId, userId] = readSignedLink(deps, 'answer', token) ?? []
  if (typeof questionId !== 'string') return undefined
  return { workspaceId: Number(workspaceId), questionId, userId: Number(userId) }
}

/** The page behind the link in an email. Opening it changes nothing. */
export async function showQuestion(
  deps: Needs,
  token: string,
  chosen: string | undefined,
): Promise<PageAnswer> {
  const opened = await open(deps, token)
  if (!opened) return { status: 404, html: renderBrokenLinkPage() }
  const { question } = opened
  if (!isOpen(question, deps.clock()))
    return { status: 200, html: renderEndedPage(question, false) }
  if (question.proof === 'session')
    return { status: 200, html: renderSignInPage(deps.config, question) }
  return { status: 200, html: renderQuestionPage({ ...opened, chosen }) }
}

/** Submits that page's form: the answer of the email's recipient. */
export async function answerByLink(
  deps: Needs,
  token: string,
  form: URLSearchParams,
  requestId: string,
): Promise<PageAnswer> {
  const opened = await open(deps, token)
  if (!opened) return { status: 404, html: renderBrokenLinkPage() }
  const { question } = opened
  const actor = { ...opened.actor, requestId }
  const value = readForm(question, form)
  const comment = form.get('comment')?.trim().slice(0, 10_000)
  try {
    if (value === '') throw problem('validation_failed', { detail: 'Please write an answer.' })
    const given = { value, ...(comment && { comment }) }
    const answered = await answerQuestion(deps, actor, question.id, given, {
      door: 'mail',
      authenticatedBy: 'mail-link',
      strength: 'channel',
      statement: `With the link that was mailed to ${opened.email}.`,
    })
    return { status: 200, html: renderEndedPage({ ...question, ...answered }, true) }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    if (error.status === 400) {
      const page = renderQuestionPage({
        ...opened,
        chosen: form.get('value') ?? undefined,
        form,
        mistake: error.detail,
      })
      return { status: 400, html: page }
    }
    if (error.code === 'person_required') {
      return { status: error.status, html: renderSignInPage(deps.config, question) }
    }
    const now = await open(deps, token)
    return {
      status: error.status,
      html: now ? renderEndedPage(now.question, false) : renderBrokenLinkPage(),
    }
  }
}

async function open(deps: Needs, token: string): Promise<OpenedQuestion | undefined> {
  const link = readAnswerToken(deps, token)
  if (!link) return undefined
  const { workspaceId, questionId, userId } = link
  const sql = deps.db.workspace(workspaceId)
  const question = await findQuestion(sql, workspaceId, questionId)
  if (!question) return undefined
  const [member, body, workspaceName] = await Promise.all([
    findMember(sql, workspaceId, userId),
    findBody(sql, workspaceId, question.notification_id),
    findWorkspaceName(sql, workspaceId),
  ])
  if (!member?.is_active) return undefined
  const actor: Actor = {
    kind: 'user',
    userId,
    name: `${member.first_name} ${member.last_name}`.trim() || member.email,
    via: 'mail',
    workspaceId,
    role: member.role,
    permissions: listPermissions(member.role),
    spaceId: null,
    credentialId: `mail:${questionId}`,
    requestId: null,
  }
  if (!mayAnswer(actor, question)) return undefined
  const home = { publicUrl: deps.config.publicUrl, workspaceId }
  return {
    actor,
    email: member.email,
    question,
    bodyHtml: body && (await writeHtml(body, home)),
    workspaceName,
  }
}
