import { listPermissions, type Permission } from '../../http/permissions.ts'
import type { Sql } from '../../platform/postgres/sql.ts'
import { findMember } from './require-member.ts'

/** What a person may do today, for work that they left behind; nothing if they left or can't sign in. */
export async function permissionsOfMember(
  sql: Sql,
  workspaceId: number,
  userId: number | null,
): Promise<ReadonlySet<Permission>> {
  const member = userId === null ? undefined : await findMember(sql, workspaceId, userId)
  return member?.is_active ? listPermissions(member.role) : new Set()
}
