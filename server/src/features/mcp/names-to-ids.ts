import type { OperationCaller } from '../../http/call-operation.ts'
import type { Operation } from '../../http/operation.ts'
import { findByName } from './common/find-by-name.ts'
import type { KindName } from './common/record-kinds.ts'
import { kindOfProblem } from './next-steps.ts'
import type { Caller } from './surface.ts'

/** Arguments that take an id, by the kind of record. */
const kindsByField: Readonly<Record<string, KindName>> = {
  board: 'board',
  board_id: 'board',
  user_id: 'person',
  userId: 'person',
  voice_id: 'voice',
  account_ids: 'account',
  asset_id: 'file',
  asset_ids: 'file',
  image_url: 'file',
  background_url: 'file',
}

/** The member of a record that operations take as its reference. */
const references: Partial<Record<KindName, string>> = {
  board: 'slug',
  card: 'slug',
  workflow: 'slug',
  person: 'user_id',
}

/** Arguments whose schema must also accept text, so that clients let names through. */
export function takesName(field: string): boolean {
  return kindsByField[field] === 'person'
}

/**
 * Replaces names of boards, cards, columns, people and the like with their ids. Undefined if the
 * arguments name nothing that exists.
 */
export async function namesToIds(
  caller: OperationCaller,
  asked: Caller,
  operation: Operation,
  args: Record<string, unknown>,
): Promise<Record<string, unknown> | undefined> {
  const changed = { ...args }
  let isChanged = false
  for (const [field, value] of Object.entries(args)) {
    const kind = kindOfField(operation, field)
    const id = await resolveId(caller, asked, kind, field, value, args)
    if (id === undefined) continue
    changed[field] = id
    isChanged = true
  }
  return isChanged ? changed : undefined
}

function kindOfField({ notFound }: Operation, field: string): KindName | 'column' | undefined {
  if (field === 'status_id') return 'column'
  const own = notFound === undefined ? undefined : kindOfProblem[notFound]
  if (own?.fields.includes(field)) return own.kind
  return kindsByField[field]
}

async function resolveId(
  caller: OperationCaller,
  asked: Caller,
  kind: KindName | 'column' | undefined,
  field: string,
  value: unknown,
  args: Record<string, unknown>,
): Promise<unknown> {
  if (kind === undefined) return undefined
  if (Array.isArray(value)) {
    const found = await Promise.all(
      value.slice(0, 50).map((one) => resolveId(caller, asked, kind, field, one, args)),
    )
    return found.some((id) => id !== undefined) ? found.map((id, at) => id ?? value[at]) : undefined
  }
  if (typeof value !== 'string' || value.length > 300) return undefined
  if (kind === 'column') return columnId(caller, asked, args.board_id, value)
  const id = await recordId(caller, asked, kind, value)
  return field === 'userId' && id !== undefined ? String(id) : id
}

async function recordId(
  caller: OperationCaller,
  asked: Caller,
  kind: KindName,
  name: string,
): Promise<unknown> {
  if (kind === 'person' && name === 'me') return asked.actor.userId
  const record = await findByName(caller, asked, kind, name)
  const id = record?.[references[kind] ?? 'id']
  return String(id) === name ? undefined : id
}

async function columnId(
  caller: OperationCaller,
  { deps, actor }: Caller,
  board: unknown,
  title: string,
): Promise<string | undefined> {
  if (typeof board !== 'string') return undefined
  const input = { params: { board_id: board }, query: { page_size: 100 } }
  const { body } = await caller.call(deps, actor, 'listStatuses', input)
  const columns: { id: string; title: string }[] = JSON.parse(body).results
  return columns.find((column) => column.title.toLowerCase() === title.toLowerCase())?.id
}
