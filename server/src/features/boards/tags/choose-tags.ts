import { invalid } from '../../../http/problem.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import { makeTags, tagIdsByNames, tagsByIds } from './queries.ts'
import { usualColor } from './usual-color.ts'

/** The ids of tags given by id or name; a new name creates a tag. */
export async function chooseTags(
  tx: Tx,
  workspaceId: number,
  wanted: readonly (number | string)[],
  at: Date,
): Promise<number[]> {
  const ids = wanted.filter((one) => typeof one === 'number')
  const names = wanted.filter((one) => typeof one === 'string').map((name) => name.trim())
  const known = new Set((await tagsByIds(tx, workspaceId, ids)).map(({ id }) => id))
  const unknown = wanted.findIndex((one) => typeof one === 'number' && !known.has(one))
  if (unknown >= 0) throw invalid(`tags.${unknown}`, 'is not a tag of this workspace')
  if (names.length > 0) {
    const made = names.map((name) => ({ name, color: usualColor(name) }))
    await makeTags(tx, workspaceId, made, at)
    for (const id of await tagIdsByNames(tx, workspaceId, names)) known.add(id)
  }
  return [...known].sort((a, b) => a - b)
}
