import type { DoorMessage } from '../../channels/chat-apps/door-message.ts'
import type { Deps } from '../../deps.ts'
import { consoleLink } from '../../lib/console-link.ts'
import { describeAnswer } from '../questions/answer/check-answer.ts'
import type { WholeQuestion } from '../questions/find-question.ts'

/** Changes whenever the message of a question must change. */
export function describeState(
  { status, ended_at, quorum, people }: WholeQuestion,
  userId: number,
): string {
  const own = people.find(({ user_id }) => user_id === userId)
  const votes = quorum ? ` ${quorum.approved}/${quorum.rejected}` : ''
  const isOut = own?.delegated_to != null ? ' delegated' : ''
  return `${status}${ended_at ? ` ${ended_at.getTime()}` : ''}${votes}${isOut}`
}

/** A question as the person's chat app shows it. */
export function showQuestion(
  { config }: Pick<Deps, 'config'>,
  question: WholeQuestion,
  { userId, workspaceName }: { userId: number; workspaceName: string },
): DoorMessage {
  const { publicUrl } = config
  const page = new URL(`/threads/${encodeURIComponent(question.thread_id)}`, publicUrl)
  const { quorum, proof } = question
  const ended = describeEnding(question, userId)
  return {
    questionId: question.id,
    kind: question.kind,
    title: question.title,
    message:
      ended === null && proof === 'session'
        ? `${question.message}\n\nPlease answer in Atelier, signed in.`
        : question.message,
    sender: question.sender_name,
    workspace: workspaceName,
    options: question.options,
    fields: question.fields,
    draft: question.draft,
    expiresAt: question.expires_at,
    url: consoleLink(page, { publicUrl, workspaceId: question.workspace_id }),
    progress: quorum && `${quorum.approved} of ${quorum.needed} approvals`,
    ended,
    needsSession: proof === 'session',
  }
}

/** Who answered what and where, or why it ended; null while the person can answer. */
function describeEnding(question: WholeQuestion, userId: number): string | null {
  const { status, answer, answered_by, answered_via, people } = question
  if (status === 'cancelled') return 'The question was withdrawn.'
  if (status === 'expired') return 'Nobody answered in time.'
  if (status === 'answered') {
    const words = answer ? describeAnswer(question, answer) : ''
    if (!answered_by) return `Nobody answered in time. Default answer: ${words}`
    const where = answered_via && answered_via in places ? ` ${places[answered_via]}` : ''
    return `${answered_by.name} answered${where}: ${words}`
  }
  const own = people.find(({ user_id }) => user_id === userId)
  if (own?.delegated_to != null) {
    const other = people.find(({ user_id }) => user_id === own.delegated_to)
    return `You delegated this to ${other?.name ?? 'someone else'}.`
  }
  if (own?.answer) return `You answered: ${describeAnswer(question, own.answer)}`
  return null
}

const places: Record<string, string> = {
  console: 'in Atelier',
  api: 'through the API',
  mail: 'by email',
  'mail-reply': 'by email',
  mcp: 'through an agent’s client',
  slack: 'in Slack',
  telegram: 'in Telegram',
  discord: 'in Discord',
}
