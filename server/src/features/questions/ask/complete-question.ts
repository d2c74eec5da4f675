import type { Deps } from '../../../deps.ts'
import type { Actor } from '../../../http/permissions.ts'
import { invalid } from '../../../http/problem.ts'
import { approvalRules } from '../../workspaces/settings.ts'
import { findGroup, findMembers } from '../people-queries.ts'
import type { QuestionBody } from '../question-body.ts'
import type { Subject } from '../schemas.ts'
import type { CheckedQuestion } from './check-question.ts'

/**
 * Computes the hash of a record that questions can be about, by kind. Undefined if the actor cannot
 * see it.
 */
export type SubjectHashes = Readonly<
  Record<string, (deps: Deps, actor: Actor, id: string) => Promise<string | undefined>>
>

declare module '../../feature.ts' {
  interface Feature {
    /** Hashes of its records that questions can be about, by kind; receipts contain them. */
    subjects?: SubjectHashes
  }
  interface Service {
    /** Of all features: the hash of a record, by kind. */
    subjects: SubjectHashes
  }
}

/** Looks up the people of a quorum and the hash of the subject. */
export async function completeQuestion(
  deps: Pick<Deps, 'db'>,
  actor: Actor,
  body: QuestionBody,
  checked: CheckedQuestion,
  hashes: SubjectHashes,
): Promise<CheckedQuestion> {
  if (body.answerable_by === 'credential') await requireCredentialsMayApprove(deps, actor)
  if (!body.quorum && !body.subject) return checked
  const quorum = body.quorum && (await findQuorum(deps, actor, body.quorum))
  const subject = body.subject && (await hashSubject(deps as Deps, actor, body.subject, hashes))
  return {
    ...checked,
    ...(quorum && { quorumIds: quorum.people }),
    details: {
      ...checked.details,
      ...(quorum && { quorum: { needed: quorum.needed, rule: quorum.rule } }),
      ...(subject && { subject }),
    },
  }
}

async function requireCredentialsMayApprove({ db }: Pick<Deps, 'db'>, { workspaceId }: Actor) {
  const rules = await approvalRules(db.workspace(workspaceId), workspaceId)
  if (rules.approvals_by_credentials) return
  throw invalid(
    'question.answerable_by',
    'may be credential only if an administrator allows it in the settings of the workspace',
  )
}

const roles = ['owner', 'admin', 'member', 'guest'] as const

async function findQuorum(
  { db }: Pick<Deps, 'db'>,
  { workspaceId }: Actor,
  { of, needed, rule }: NonNullable<QuestionBody['quorum']>,
) {
  const sql = db.workspace(workspaceId)
  const path = 'question.quorum.of'
  let people: number[]
  if (Array.isArray(of)) {
    people = await findMembers(sql, workspaceId, [...new Set(of)])
    const unknown = of.find((id) => !people.includes(id))
    if (unknown !== undefined) {
      throw invalid(path, `no active member of this workspace has the id ${unknown}`)
    }
  } else {
    const group = typeof of === 'string' ? { role: of } : of
    const { role, teamspace_id } = group as { role?: string; teamspace_id?: number }
    const known = roles.find((one) => one === role)
    if ((known === undefined) === (teamspace_id === undefined)) {
      throw invalid(path, 'must be user ids, a role, or {teamspace_id}')
    }
    people = await findGroup(sql, workspaceId, {
      ...(known && { role: known }),
      ...(teamspace_id !== undefined && { teamspace_id }),
    })
    if (people.length === 0) throw invalid(path, 'names nobody')
  }
  if (needed !== undefined && needed > people.length) {
    throw invalid('question.quorum.needed', `only ${people.length} people are asked`)
  }
  return { people, needed: needed ?? people.length, rule }
}

/** The id of a run: the start of the request id of its steps. */
function readRunId({ requestId }: Actor): string {
  return requestId?.split(/[:#]/, 1)[0] || 'none'
}

async function hashSubject(
  deps: Deps,
  actor: Actor,
  { kind, id, sha256 }: NonNullable<QuestionBody['subject']>,
  hashes: SubjectHashes,
): Promise<Subject> {
  const hash = hashes[kind]
  if (!hash) {
    // A caller's own hash. Only a run may speak of its steps.
    if (sha256 === undefined) throw invalid('question.subject.sha256', 'is required')
    const isOwnRun = actor.via === 'workflow' && id.startsWith(readRunId(actor))
    if (kind === 'workflow_step' && !isOwnRun) {
      throw invalid('question.subject.kind', 'only a run asks about its own steps')
    }
    return { kind, id, sha256 }
  }
  const computed = await hash(deps, actor, id)
  if (computed === undefined) throw invalid('question.subject.id', `there is no such ${kind}`)
  if (sha256 !== undefined && sha256 !== computed) {
    throw invalid('question.subject.sha256', `does not match the ${kind}`)
  }
  return { kind, id, sha256: computed }
}
