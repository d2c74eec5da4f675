import type { Actor } from '../../http/permissions.ts'
import { invalid } from '../../http/problem.ts'
import type { Sql } from '../../platform/postgres/sql.ts'
import { peopleByNames } from './member-queries.ts'

/** The ids of people given by id, email, full name or "me". Ids are returned unchecked. */
export async function findPeople(
  sql: Sql,
  { workspaceId, userId }: Pick<Actor, 'workspaceId' | 'userId'>,
  fieldOf: (position: number) => string,
  given: readonly (number | string)[],
): Promise<number[]> {
  const names = given.map((one) => (typeof one === 'string' ? one.trim().toLowerCase() : one))
  const wanted = names.filter((one) => typeof one === 'string' && one !== 'me') as string[]
  const people = wanted.length > 0 ? await peopleByNames(sql, workspaceId, wanted) : []
  return names.map((one, at) => {
    if (typeof one === 'number') return one
    if (one === 'me') return userId
    const byEmail = people.find(({ email }) => email === one)
    const byName = people.filter(({ name }) => name === one)
    if (!byEmail && byName.length > 1) {
      throw invalid(fieldOf(at), `"${given[at]}" is the name of several members; use the email`)
    }
    const found = byEmail ?? byName[0]
    if (!found) {
      throw invalid(fieldOf(at), `"${given[at]}" is not the email or full name of a member`)
    }
    return found.id
  })
}
