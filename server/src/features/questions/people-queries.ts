import type { Tx } from '../../platform/postgres/db.ts'
import type { Sql } from '../../platform/postgres/sql.ts'
import type { PeopleGroup } from './question-body.ts'
import type { AnswerGiven, Authentication, Respondent } from './schemas.ts'

interface NewRespondent {
  reason: Respondent['reason']
  at: Date
  delegatedBy?: number
}

/** Returns the ids of those who were not asked before. */
export async function insertPeople(
  tx: Tx,
  workspaceId: number,
  questionId: string,
  userIds: readonly number[],
  { reason, at, delegatedBy }: NewRespondent,
): Promise<number[]> {
  const rows = await tx<{ user_id: number }>`
    insert into question_people (workspace_id, question_id, user_id, reason, delegated_by, added_at)
    select ${workspaceId}::integer, ${questionId}::uuid, id, ${reason}, ${delegatedBy ?? null}, ${at}::timestamptz
    from unnest(${[...userIds]}::integer[]) as id
    on conflict do nothing returning user_id`
  return rows.map(({ user_id }) => user_id)
}

/** The active members of a group, by id, role or teamspace. */
export async function findGroup(
  sql: Sql,
  workspaceId: number,
  { user_id, role, teamspace_id }: PeopleGroup,
): Promise<number[]> {
  const rows = await sql<{ user_id: number }>`
    select m.user_id from memberships m join users u on u.id = m.user_id and u.is_active
    where m.workspace_id = ${workspaceId}
      ${user_id === undefined ? sql.part`` : sql.part`and m.user_id = ${user_id}`}
      ${role === undefined ? sql.part`` : sql.part`and m.role = ${role}`}
      ${
        teamspace_id === undefined
          ? sql.part``
          : sql.part`and exists (select from teamspace_members t join teamspaces s on s.id = t.teamspace_id
              where s.workspace_id = m.workspace_id and s.id = ${teamspace_id} and t.user_id = m.user_id)`
      }
    order by m.user_id limit 200`
  return rows.map(({ user_id }) => user_id)
}

/** The active members among these ids. */
export async function findMembers(sql: Sql, workspaceId: number, userIds: readonly number[]) {
  const rows = await sql<{ user_id: number }>`
    select m.user_id from memberships m join users u on u.id = m.user_id and u.is_active
    where m.workspace_id = ${workspaceId} and m.user_id = any(${[...userIds]}::integer[])
    order by m.user_id`
  return rows.map(({ user_id }) => user_id)
}

export interface Vote {
  answer: AnswerGiven
  answered_via: string
  authenticated_by: string
  authentication: Authentication
  answered_at: Date
}

export async function saveVote(
  tx: Tx,
  workspaceId: number,
  questionId: string,
  userId: number,
  { answer, answered_via, authenticated_by, authentication, answered_at }: Vote,
): Promise<void> {
  await tx`
    update question_people set answer = ${tx.json(answer)}, answered_via = ${answered_via},
      authenticated_by = ${authenticated_by}, authentication = ${tx.json(authentication)},
      answered_at = ${answered_at}
    where workspace_id = ${workspaceId} and question_id = ${questionId} and user_id = ${userId}`
}

/** Notes that a person passed their question on. */
export async function markDelegated(
  tx: Tx,
  workspaceId: number,
  questionId: string,
  { from, to, at }: { from: number; to: number; at: Date },
): Promise<void> {
  await tx`
    insert into question_people (workspace_id, question_id, user_id, reason, delegated_to, added_at)
    values (${workspaceId}, ${questionId}, ${from}, 'asked', ${to}, ${at})
    on conflict (workspace_id, question_id, user_id) do update set delegated_to = ${to}`
}
