import type { Actor } from '../../http/permissions.ts'
import type { Sql } from '../../platform/postgres/sql.ts'
import type { Person } from './common-schemas.ts'
import { peopleByIds } from './member-queries.ts'
import type { BoardRow } from './queries.ts'
import type { Board } from './schemas.ts'
import { selectStatuses } from './statuses/queries.ts'

export const boardExpansions = ['statuses', 'creator', 'modifier'] as const

export type BoardExpansion = (typeof boardExpansions)[number]

/** A board as the API returns it, with ids for related records. */
export function presentBoard(row: BoardRow): Board {
  const { is_own: _, ...board } = row
  return { ...board, primary_type: 'PM' }
}

/** Boards with expanded records, read with one query per kind. */
export async function presentBoards(
  sql: Sql,
  { workspaceId }: Pick<Actor, 'workspaceId'>,
  rows: BoardRow[],
  expand: ReadonlySet<BoardExpansion>,
): Promise<Board[]> {
  const named = (['creator', 'modifier'] as const).filter((role) => expand.has(role))
  const ids = rows.flatMap((row) => named.map((role) => row[role])).filter((id) => id !== null)
  const [people, statuses] = await Promise.all([
    peopleByIds(sql, workspaceId, ids),
    expand.has('statuses')
      ? selectStatuses(
          sql,
          workspaceId,
          rows.map(({ id }) => id),
        )
      : [],
  ])
  const person = new Map(people.map((one) => [one.id, one]))
  const columns = Map.groupBy(statuses, ({ board }) => board)
  return rows.map((row) => {
    const board = presentBoard(row)
    if (expand.has('statuses')) board.statuses = columns.get(row.id) ?? []
    for (const role of named) board[role] = row[role] && (person.get(row[role]) ?? gone(row[role]))
    return board
  })
}

/** Placeholder for a person who has left the workspace; hides their details. */
export function gone(id: number): Person {
  return { id, first_name: '', last_name: '', email: '' }
}
