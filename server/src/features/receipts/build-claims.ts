import { createHash } from 'node:crypto'
import type { WholeQuestion } from '../questions/find-question.ts'
import type { Answerer } from '../questions/schemas.ts'

/** The content of a receipt. */
export function buildClaims(
  question: WholeQuestion,
  { body, issuer }: { body: string | null; issuer: string },
): Record<string, unknown> {
  const { id, workspace_id, sender_id, sender_name, answer, answered_by, quorum, people } = question
  const { asked_by, authentication } = question
  return {
    iss: issuer,
    question_id: id,
    workspace_id,
    asked_by: asked_by ?? { id: sender_id, name: sender_name },
    question_digest: computeDigest(question, body),
    answer,
    answered_by: answered_by && presentAnswerer(answered_by),
    door: question.answered_via,
    authenticated_by: question.authenticated_by,
    authentication,
    answered_at: question.ended_at?.toISOString() ?? null,
    subject: question.subject,
    ...(quorum && {
      quorum: {
        needed: quorum.needed,
        rule: quorum.rule,
        answers: people.filter((person) => person.answer).map(presentVote),
      },
    }),
  }
}

/** An agent is named as such, with its owner. */
function presentAnswerer({ id, name, type, agent_id, on_behalf_of }: Answerer) {
  if (type !== 'agent') return { type: type ?? 'person', id, name }
  return { type, id: agent_id ?? id, name, on_behalf_of }
}

function presentVote(person: WholeQuestion['people'][number]) {
  const { user_id, name, answer, answered_via, authentication, answered_at } = person
  const { authenticated_by } = person as { authenticated_by?: string | null }
  return {
    answered_by: { type: 'person', id: user_id, name },
    answer,
    door: answered_via,
    authenticated_by: authenticated_by ?? null,
    authentication,
    // People come as JSON, so the time may be text.
    answered_at: answered_at && new Date(answered_at).toISOString(),
  }
}

/** SHA-256 over exactly what people were asked, as canonical JSON. */
function computeDigest(question: WholeQuestion, body: string | null): string {
  const { title, message, kind, options, fields, draft } = question
  const asked = canonical({ title, message, body, kind, options, fields, draft })
  return `sha256:${createHash('sha256').update(asked).digest('hex')}`
}

/** JSON with sorted keys and no spaces, so that everyone computes the same hash. */
export function canonical(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value ?? null)
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  const entries = Object.entries(value)
    .filter(([, one]) => one !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([name, one]) => `${JSON.stringify(name)}:${canonical(one)}`).join(',')}}`
}
