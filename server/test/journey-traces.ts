import type { Harness, Tenant } from './harness.ts'
import { statement } from './statement.ts'

/** Not a result of the work: the people, and how their requests came in. */
const notCompared = new Set([
  'api_keys',
  'idempotency_keys',
  'memberships',
  'sessions',
  'socket_tickets',
  'workspaces',
])

/** The keys were created before the work started. */
function isOfTheWork(row: object): boolean {
  return !('type' in row && String(row.type).startsWith('api_key.'))
}

function byChannel(a: object, b: object): number {
  return String(Object(a).channel) < String(Object(b).channel) ? -1 : 1
}

/** All rows of a workspace, table by table. */
export async function readRows({ deps }: Harness, workspaceId: number) {
  const tables = await deps.db.system<{ name: string }>`
    select table_name as name from information_schema.columns
    where column_name = 'workspace_id' and table_schema = 'public' order by 1`
  const rows: Record<string, object[]> = {}
  for (const { name } of tables.filter((table) => !notCompared.has(table.name))) {
    const found = await deps.db.system<{ row: object }>(
      statement(`select to_jsonb(t) as row from ${name} t where workspace_id = ${workspaceId}`),
    )
    const kept = found.map(({ row }) => row).filter(isOfTheWork)
    if (kept.length > 0) rows[name] = kept
  }
  return rows
}

/** Everything that the API shows of it to the person of the workspace. */
export async function readApi(service: Harness, { key }: Tenant, taskId: string, threadId: string) {
  const paths = [
    '/api/v1/assets',
    '/api/v1/tasks',
    '/api/v1/pm/boards?expand=statuses,creator,modifier',
    '/api/v1/pm/tasks?expand=status_details,assignees,tags,board,attachments,subtasks',
    `/api/v1/pm/tasks/${taskId}/activity?page_size=100`,
    `/api/v1/comments?content_type=task&object_pk=${taskId}`,
    '/api/v1/notifications',
    '/api/v1/notifications/deliveries',
    '/api/v1/questions',
    '/api/v1/mails',
    `/api/v1/threads/${threadId}`,
    `/api/v1/threads/${threadId}/answers`,
    '/api/v1/events?limit=1000',
  ]
  const shown: Record<string, unknown> = {}
  for (const path of paths) {
    const { status, body } = await service.call('GET', path, { key })
    const results = (body?.results as object[] | undefined)?.filter(isOfTheWork)
    // Deliveries of one notification are created at the same moment, so their order is arbitrary.
    if (path.endsWith('/deliveries')) results?.sort(byChannel)
    shown[path.replace(taskId, '<task>')] = { status, body: results ? { ...body, results } : body }
  }
  return shown
}

const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi
const times = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:?\d\d)?/g
/** Addresses are counted by their hash. */
const hashes = /\b[0-9a-f]{64}\b/g
const secrets = /(signature=|expires=|\/answer\/|\/unsubscribe\/)[\w.:%-]+/g
/** Clients, measurements, the number of progress reports, and leases: they may differ. */
const free = new Set(['via', 'timings', 'request_id', 'requestId', 'lease_id', 'version', 'stage'])
const places = /(^|_)seq$|^after$/
/** The test starts each table's id sequence at another multiple of this. */
export const smallestId = 10_000_000

/**
 * The traces without ids, times and secrets. An id becomes the number of its first appearance, so
 * that references are compared as well.
 */
export function normalise(value: unknown, known: [string | number, string][]): unknown {
  const names = new Map<string, string>(known.map(([id, name]) => [String(id), `<${name}>`]))
  const chooseName = (id: string) => {
    const name = names.get(id) ?? `#${names.size}`
    names.set(id, name)
    return name
  }
  const blank = (text: string) =>
    text
      .replaceAll(uuids, '#')
      .replaceAll(times, '<time>')
      .replaceAll(secrets, '$1…')
      .replaceAll(hashes, '<hash>')
  /** Rows have no order of their own: they are sorted by their content. */
  const sortKey = (one: unknown) =>
    JSON.stringify(one, (key, part) => {
      if (free.has(key) || (typeof part === 'number' && isId(key, part))) return '#'
      return typeof part === 'string' ? known.reduce(replaceKnown, blank(part)) : part
    })
  const walk = (part: unknown, key: string): unknown => {
    if (free.has(key)) return `<${key}>`
    if (typeof part === 'string') {
      return known
        .reduce(replaceKnown, part.replaceAll(times, '<time>').replaceAll(secrets, '$1…'))
        .replaceAll(uuids, chooseName)
        .replaceAll(hashes, '<hash>')
    }
    if (typeof part === 'number') {
      if (places.test(key)) return chooseName(`place ${part}`)
      return part >= smallestId ? chooseName(String(part)) : part
    }
    if (Array.isArray(part)) return part.map((one) => walk(one, key))
    if (typeof part !== 'object' || part === null) return part
    return Object.fromEntries(Object.entries(part).map(([name, one]) => [name, walk(one, name)]))
  }
  const ordered = Object.entries(value as Record<string, unknown>).map(([name, part]) => [
    name,
    Array.isArray(part) ? part.toSorted((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1)) : part,
  ])
  return walk(Object.fromEntries(ordered), '')
}

function isId(key: string, part: number): boolean {
  return places.test(key) || part >= smallestId
}

function replaceKnown(text: string, [id, name]: [string | number, string]): string {
  return text.replaceAll(String(id), `<${name}>`)
}
