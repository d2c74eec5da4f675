import type { Deps } from '../../deps.ts'
import type { Actor } from '../../http/permissions.ts'
import { problem } from '../../http/problem.ts'
import type { WholeQuestion } from '../questions/find-question.ts'
import { getQuestion } from '../questions/read-questions.ts'
import { buildClaims } from './build-claims.ts'
import { findReceipt, keepReceipt } from './queries.ts'
import { signingKey } from './receipt-keys.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'secrets' | 'config'>

/** The signed proof of an answer, as a compact JWS. */
export async function getReceipt(deps: Needs, actor: Actor, id: string): Promise<string> {
  const question = (await getQuestion(deps, actor, id)) as WholeQuestion
  const { status, answered_by, body = null } = question
  if (status !== 'answered' || !answered_by) {
    const reason = status === 'answered' ? 'its default answer was used' : `it is ${status}`
    throw problem('receipt_unavailable', {
      detail: `Nobody answered this question: ${reason}. A receipt needs a person's answer.`,
    })
  }
  const sql = deps.db.workspace(actor.workspaceId)
  const kept = await findReceipt(sql, actor.workspaceId, id)
  if (kept !== undefined) return kept
  const { kid, key } = await signingKey(deps)
  const claims = buildClaims(question, { body, issuer: deps.config.publicUrl })
  const { CompactSign } = await import('jose')
  const jws = await new CompactSign(Buffer.from(JSON.stringify(claims)))
    .setProtectedHeader({ alg: 'EdDSA', kid, typ: 'atelier-receipt+jws' })
    .sign(key)
  return keepReceipt(sql, {
    workspace_id: actor.workspaceId,
    question_id: id,
    jws,
    created_at: deps.clock(),
  })
}
