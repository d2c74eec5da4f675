import { table } from './table.ts'
import { inWords, isPlain } from './words.ts'

type Row = Record<string, unknown>

/** The preferred columns, in this order. One time follows, then the other columns. */
const wanted = [
  'seq',
  'id',
  'task_id',
  'slug',
  'key',
  'prefix',
  'title',
  'name',
  'voice_name',
  'label',
  'email',
  'type',
  'verb',
  'kind',
  'category',
  'status',
  'job_status',
  'state',
  'role',
  'priority',
  'complete',
  'url',
  'comment',
  'message',
  'actor',
  'object',
  'author',
  'sender',
]

/** Ids of other resources, and fields that only programs need. */
const saysLittle =
  /^(creator|modifier|parent)|(_url|_id|_pk|^description|^order|^primary_type|^color|^access|^task_type)$/

const isIdentity = /^(seq|id|task_id|slug)$/
const maxColumns = 8
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-/

/** A list as a table with the most useful columns. */
export function list(rows: Row[]): string {
  const columns = withoutCopies(chooseColumns(rows), rows)
  const names = columns.map((name) => name.replace(/_at$/, '').replaceAll('_', ' ').toUpperCase())
  const cells = rows.map((row) => columns.map((name) => inWords(row[name])))
  const whole = columns.flatMap((name, at) => (isIdentity.test(name) ? [at] : []))
  return table([names, ...cells], { whole })
}

function chooseColumns(rows: Row[]): string[] {
  const names = [...new Set(rows.flatMap(Object.keys))].filter((name) =>
    rows.some((row) => isTelling(row[name])),
  )
  const identity = names.some((name) => isIdentity.test(name)) ? [] : ['user_id', 'question_id']
  const known = [...identity, ...wanted]
    .filter((name) => names.includes(name))
    .filter((name) => isIdentity.test(name) || !rows.every((row) => uuid.test(String(row[name]))))
  const others = names
    .filter((name) => !known.includes(name) && !wanted.includes(name))
    .filter((name) => rows.every((row) => isPlain(row[name]) && !uuid.test(String(row[name]))))
  const times = others.filter((name) => /(_at|_date|timestamp)$/.test(name))
  const time = times.find((name) => /^(created_at|timestamp)$/.test(name)) ?? times[0]
  const rest = others.filter((name) => !times.includes(name) && !saysLittle.test(name))
  const chosen = [...known, ...(time ? [time] : []), ...rest].slice(0, maxColumns)
  // Everything with a slug is named by it; a UUID beside it would only take up space.
  const isNamed = chosen.includes('slug') && rows.every(({ id }) => uuid.test(String(id)))
  return isNamed ? ['slug', ...chosen.filter((name) => name !== 'slug' && name !== 'id')] : chosen
}

/** Some records carry a value twice, under an older name. */
function withoutCopies(columns: string[], rows: Row[]): string[] {
  return columns.filter(
    (name, at) =>
      !columns.slice(0, at).some((earlier) => rows.every((row) => row[earlier] === row[name])),
  )
}

function isTelling(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return false
  if (isPlain(value)) return true
  const { name, type, id } = value as Row
  return typeof name === 'string' || (type !== undefined && id !== undefined)
}
