import type { Tx } from '../../../platform/postgres/db.ts'
import type { BareChange } from '../tasks/state.ts'
import { type Kind, personFields, readNames } from './name-queries.ts'
import type { Change } from './schemas.ts'

const kinds: Record<string, Kind> = {
  status: 'status',
  board: 'board',
  parent: 'task',
  tags: 'tag',
  assignees: 'person',
  attachments: 'asset',
  blocks: 'task',
  blocked_by: 'task',
  relates_to: 'task',
  duplicates: 'task',
  duplicated_by: 'task',
}

/** Adds the current name of each id, for readers who come after it is renamed. */
export async function nameChanges(
  tx: Tx,
  workspaceId: number,
  boardId: string,
  changes: readonly BareChange[],
): Promise<Change[]> {
  const people = changes.some(({ field }) => field.startsWith('custom_fields.'))
    ? await personFields(tx, workspaceId, boardId)
    : new Set<string>()
  const findKind = (field: string): Kind | undefined =>
    people.has(field.replace('custom_fields.', '')) ? 'person' : kinds[field]

  const ids = new Map<Kind, Set<unknown>>()
  for (const { field, old, new: value } of changes) {
    const kind = findKind(field)
    if (!kind) continue
    const known = ids.get(kind) ?? new Set()
    for (const id of [old, value].flat()) if (id !== null) known.add(id)
    ids.set(kind, known)
  }
  const names = new Map<Kind, Map<unknown, string>>()
  await Promise.all(
    [...ids].map(async ([kind, wanted]) => {
      if (wanted.size > 0) names.set(kind, await readNames(tx, workspaceId, kind, [...wanted]))
    }),
  )
  return changes.map((change) => {
    const { field, old, new: value } = change
    const known = names.get(findKind(field) as Kind)
    const shown = (id: unknown) => (field === 'checklist' ? itemTitle(id) : called(known, id))
    return { ...change, old_display: shown(old), new_display: shown(value) }
  })
}

function called(names: Map<unknown, string> | undefined, value: unknown): string | null {
  if (!names || value === null) return null
  const all = [value].flat().map((id) => names.get(id) ?? String(id))
  return all.length > 0 ? all.join(', ') : null
}

function itemTitle(item: unknown): string | null {
  if (item === null) return null
  return [item as { title: string }]
    .flat()
    .map(({ title }) => title)
    .join(', ')
}
