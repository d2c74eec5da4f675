import { type Actor, isAdministrator } from '../../../http/permissions.ts'
import type { Sql } from '../../../platform/postgres/sql.ts'
import { type HeldKind, idsOnSeenBoards } from './name-queries.ts'
import type { ActivityEntry, Change } from './schemas.ts'

/** Fields that refer to a board, or to something that may be on another board. */
const kinds: Record<string, HeldKind> = {
  board: 'board',
  status: 'status',
  parent: 'task',
  blocks: 'task',
  blocked_by: 'task',
  relates_to: 'task',
  duplicates: 'task',
  duplicated_by: 'task',
}

/**
 * The entries as the reader may see them, without ids and names from boards they cannot see. Names
 * are stored with the change, when its future readers are unknown.
 */
export async function hidePrivate(
  sql: Sql,
  actor: Actor,
  entries: ActivityEntry[],
): Promise<ActivityEntry[]> {
  if (isAdministrator(actor)) return entries
  const wanted = new Map<HeldKind, Set<string>>()
  for (const { field, old, new: value } of entries.flatMap(({ changes }) => changes)) {
    const kind = kinds[field]
    if (!kind) continue
    const ids = wanted.get(kind) ?? new Set()
    for (const id of [old, value].flat()) if (typeof id === 'string') ids.add(id)
    wanted.set(kind, ids)
  }
  const found = await Promise.all(
    [...wanted].map(([kind, ids]) => idsOnSeenBoards(sql, actor, kind, [...ids])),
  )
  const seen = new Set(found.flat())
  return entries.map((entry) => ({
    ...entry,
    changes: entry.changes.map((one) => hide(one, seen)),
  }))
}

function hide(change: Change, seen: ReadonlySet<string>): Change {
  const kind = kinds[change.field]
  if (!kind) return change
  const isHidden = (value: unknown) =>
    [value].flat().some((id) => typeof id === 'string' && !seen.has(id))
  const name = `a private ${kind}`
  return {
    ...change,
    ...(isHidden(change.old) && { old: null, old_display: name }),
    ...(isHidden(change.new) && { new: null, new_display: name }),
  }
}
