import type { OperationCaller } from '../../../http/call-operation.ts'
import type { Permission } from '../../../http/permissions.ts'
import { invalid } from '../../../http/problem.ts'
import { isUuid } from '../../../lib/uuid.ts'
import type { Caller } from '../surface.ts'
import { similarNames } from '../tool-names.ts'
import { findKind, type KindName, readPage } from './record-kinds.ts'

const maxCandidates = 100

type Json = Record<string, unknown>

/** The records that a name can mean, newest first. */
async function candidates(
  caller: OperationCaller,
  asked: Caller,
  kind: KindName,
  search?: string,
): Promise<Json[]> {
  const { list, pageSize, filters } = findKind(kind)
  const permission = caller.find(list)?.permission as Permission
  if (!asked.actor.permissions.has(permission)) return []
  const canSearch = search !== undefined && 'search' in filters
  const query = {
    ...(pageSize && { [pageSize]: maxCandidates }),
    ...(canSearch && { search: search.slice(0, 200) }),
  }
  return (await readPage(caller, asked, kind, query)).records
}

/** The record that an id, slug, title, email or name means; undefined if none or several do. */
export async function findByName(
  caller: OperationCaller,
  asked: Caller,
  kind: KindName,
  wanted: string,
): Promise<Json | undefined> {
  const name = wanted.trim().toLowerCase()
  // Searches look at titles, not at ids.
  const isId = isUuid(name) || /^\d+$/.test(name)
  const found = await candidates(caller, asked, kind, isId ? undefined : wanted)
  const matching = found.filter((record) =>
    listNames(kind, record).some((one) => one.toLowerCase() === name),
  )
  const exact = matching.find((record) => listNames(kind, record)[0]?.toLowerCase() === name)
  return exact ?? (matching.length === 1 ? matching[0] : undefined)
}

/** Labels of existing records whose names are close to the wanted one, or of the newest if none is. */
export async function similarRecords(
  caller: OperationCaller,
  asked: Caller,
  kind: KindName,
  wanted: string,
): Promise<{ labels: string[]; hasMore: boolean }> {
  const records = await candidates(caller, asked, kind)
  const labelsByName = new Map<string, string>()
  for (const record of records) {
    const names = listNames(kind, record)
    for (const name of names) labelsByName.set(name, writeLabel(names))
  }
  const similar = similarNames(wanted, [...labelsByName.keys()])
  const all = [...new Set(labelsByName.values())]
  const close = [...new Set(similar.map((name) => labelsByName.get(name) as string))]
  const labels = close.length > 0 ? close : all.slice(0, 5)
  return { labels, hasMore: labels.length < all.length }
}

function writeLabel(names: string[]): string {
  const [reference = '', title = reference] = [names[0], names.at(-1)]
  return reference === title ? reference : `${title} (${reference})`
}

function listNames(kind: KindName, record: Json): string[] {
  return findKind(kind).names(record)
}

/** Like `findByName`, but a name that means nothing is an error with the names that exist. */
export async function requireByName(
  caller: OperationCaller,
  asked: Caller,
  kind: KindName,
  field: string,
  wanted: string,
): Promise<Json> {
  const found = await findByName(caller, asked, kind, wanted)
  if (found) return found
  const { labels, hasMore } = await similarRecords(caller, asked, kind, wanted)
  const existing = labels.length > 0 ? `there are: ${labels.join(', ')}` : 'there are none yet'
  const more = hasMore ? `. List all with list_records {"kind":"${kind}"}` : ''
  throw invalid(field, `"${wanted.slice(0, 100)}" is not a ${kind}; ${existing}${more}`)
}
