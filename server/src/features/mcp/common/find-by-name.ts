import type { OperationCaller } from '../../../http/call-operation.ts'
import type { Permission } from '../../../http/permissions.ts'
import { invalid } from '../../../http/problem.ts'
import { isUuid } from '../../../lib/uuid.ts'
import type { Caller } from '../surface.ts'
import { similarNames } from '../tool-names.ts'
import { type KindName, kindOf, readPage } from './record-kinds.ts'

const maxCandidates = 100

type Json = Record<string, unknown>

/** The records that a name can mean, newest first. */
async function candidates(
  caller: OperationCaller,
  asked: Caller,
  kind: KindName,
  search?: string,
): Promise<Json[]> {
  const { list, pageSize, filters } = kindOf(kind)
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
    namesOf(kind, record).some((one) => one.toLowerCase() === name),
  )
  const exact = matching.find((record) => namesOf(kind, record)[0]?.toLowerCase() === name)
  return exact ?? (matching.length === 1 ? matching[0] : undefined)
}

/** Names of existing records that are close to the wanted one, or the newest if none is. */
export async function similarRecords(
  caller: OperationCaller,
  asked: Caller,
  kind: KindName,
  wanted: string,
): Promise<string[]> {
  const records = await candidates(caller, asked, kind)
  const label = (record: Json) => {
    const names = namesOf(kind, record)
    const [reference = '', title = reference] = [names[0], names.at(-1)]
    return reference === title ? reference : `${title} (${reference})`
  }
  const labels = records.map(label)
  const similar = similarNames(wanted, labels)
  return similar.length > 0 ? similar : labels.slice(0, 5)
}

function namesOf(kind: KindName, record: Json): string[] {
  return kindOf(kind).names(record)
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
  const known = await similarRecords(caller, asked, kind, wanted)
  const existing = known.length > 0 ? `there are: ${known.join(', ')}` : 'there are none yet'
  throw invalid(field, `"${wanted.slice(0, 100)}" is not a ${kind}; ${existing}`)
}
