import { problem } from '../../http/problem.ts'
import type { Sql } from '../../platform/postgres/sql.ts'
import { memberById } from './queries.ts'
import type { Member } from './schemas.ts'

/** The member; undefined for someone who left or never was one. */
export function findMember(
  sql: Sql,
  workspaceId: number,
  userId: number,
): Promise<Member | undefined> {
  return memberById(sql, workspaceId, userId)
}

/** The member. Throws the same problem for a non-member as for an unknown user. */
export async function requireMember(
  sql: Sql,
  workspaceId: number,
  userId: number,
): Promise<Member> {
  const member = await memberById(sql, workspaceId, userId)
  if (!member) throw problem('member_not_found')
  return member
}
