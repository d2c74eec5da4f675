import type { Deps } from '../../deps.ts'
import { replyAddress } from '../../http/gate/acting-links.ts'
import type { Actor } from '../../http/permissions.ts'
import type { Service } from '../feature.ts'
import type { PreparedQuestion, QuestionSupport } from '../notifications/question-support.ts'
import { sendCopies } from '../notifications/send/send-notifications.ts'
import { checkQuestion } from './ask/check-question.ts'
import { completeQuestion } from './ask/complete-question.ts'
import { findNextNudge } from './ask/nudge-questions.ts'
import { publishAsked } from './ask/publish-asked.ts'
import { describeActor } from './describe-actor.ts'
import { findQuestion } from './find-question.ts'
import { signAnswerLink } from './page/answer-by-link.ts'
import { insertPeople } from './people-queries.ts'
import { insertQuestion } from './queries.ts'
import { QuestionBody } from './question-body.ts'

/** Questions are sent as part of a notification. */
export const questionSupport: QuestionSupport = {
  body: QuestionBody,
  prepare: (deps, service, actor, body) =>
    prepareQuestion(deps, service, actor, body as QuestionBody),
  describeForMail: async (deps, { workspaceId, questionId, userId }) => {
    const sql = deps.db.workspace(workspaceId)
    const question = await findQuestion(sql, workspaceId, questionId)
    const { draft = null, fields = null, quorum } = question ?? {}
    return {
      details: { draft, fields, approvalsNeeded: quorum?.needed ?? null },
      answerLink: signAnswerLink(deps, { workspaceId, questionId, userId }),
      replyTo: replyAddress(deps, { questionId, userId }),
    }
  },
}

async function prepareQuestion(
  deps: Pick<Deps, 'db' | 'clock' | 'random'>,
  { subjects }: Pick<Service, 'subjects'>,
  actor: Actor,
  body: QuestionBody,
): Promise<PreparedQuestion> {
  const checked = checkQuestion(body, deps.clock())
  const question = await completeQuestion(deps, actor, body, checked, subjects)
  const { kind, options, details, expires_at, answerable_by, quorumIds } = question
  const id = deps.random.uuid()
  const asked_by = await describeActor(deps.db.workspace(actor.workspaceId), actor)
  const open = { status: 'open' as const, answer: null, answered_by: null, ended_at: null }
  return {
    shown: { id, kind, options, fields: details.fields ?? null, expires_at, ...open },
    store: async (inside, tx, { id: notification_id, workspace_id, user_id, sender, ...row }) => {
      const created_at = row.created_at
      const stored = { id, notification_id, thread_id: row.thread_id as string, user_id }
      const asked = { ...stored, sender_id: sender.id, people: [], answerable_by }
      const userIds = quorumIds ?? [user_id]
      await Promise.all([
        insertQuestion(tx, workspace_id, {
          ...question,
          ...stored,
          created_at,
          nudge_at: findNextNudge(details, created_at, 0),
          asked_by,
          asking_agent: actor.agentId ?? null,
        }),
        quorumIds &&
          insertPeople(tx, workspace_id, id, quorumIds, { reason: 'quorum', at: created_at }),
        publishAsked(tx, actor, asked, 'question.asked', userIds, created_at),
      ])
      const others = userIds.filter((one) => one !== user_id)
      await sendCopies(inside, tx, { workspaceId: workspace_id, id: notification_id }, others)
    },
  }
}
