import type { Actor } from '../../../http/permissions.ts'
import { invalid } from '../../../http/problem.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import { insertQuestion } from './queries.ts'
import type { QuestionBody } from './schemas.ts'

const longestDays = 365

/** A question as stored, with every option in its long form. */
export interface CheckedQuestion {
  kind: QuestionBody['kind']
  options: { value: string; label: string }[]
  answerable_by: 'user' | 'anyone'
  webhook_url: string | null
  expires_at: Date | null
}

/** Checks what the schema cannot express. */
export function checkQuestion(question: QuestionBody, now: Date): CheckedQuestion {
  const options = (question.options ?? []).map((option) =>
    typeof option === 'string' ? { value: option, label: option } : option,
  )
  if (question.kind === 'choice' && options.length === 0) {
    throw invalid('question.options', 'a choice needs at least two options')
  }
  if (question.kind !== 'choice' && options.length > 0) {
    throw invalid('question.options', `only a choice can have options, not ${question.kind}`)
  }
  if (new Set(options.map(({ value }) => value)).size < options.length) {
    throw invalid('question.options', 'two options have the same value')
  }
  if (question.webhook_url !== undefined && !/^https?:\/\//i.test(question.webhook_url)) {
    throw invalid('question.webhook_url', 'must be an http or https URL')
  }
  return {
    kind: question.kind,
    options,
    answerable_by: question.answerable_by,
    webhook_url: question.webhook_url ?? null,
    expires_at: expiryOf(question.expires_at ?? null, now),
  }
}

function expiryOf(text: string | null, now: Date): Date | null {
  if (text === null) return null
  const at = new Date(text)
  if (at <= now) throw invalid('question.expires_at', 'must be in the future')
  if (at.getTime() > now.getTime() + longestDays * 86_400_000) {
    throw invalid('question.expires_at', `must be within ${longestDays} days`)
  }
  return at
}

/** Stores the question with its notification, in the same transaction. */
export async function askQuestion(
  tx: Tx,
  actor: Actor,
  question: CheckedQuestion & {
    id: string
    notification_id: string
    thread_id: string
    user_id: number
    created_at: Date
  },
): Promise<void> {
  await insertQuestion(tx, actor.workspaceId, question)
}
