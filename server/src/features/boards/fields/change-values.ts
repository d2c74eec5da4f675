import type { Actor } from '../../../http/permissions.ts'
import { invalid } from '../../../http/problem.ts'
import { isDay } from '../../../lib/times.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import { peopleWhoSee } from '../member-queries.ts'
import { selectFields } from './queries.ts'
import type { Field } from './schemas.ts'

type Values = Record<string, unknown>

const longestText = 5000
const longestUrl = 2000

/** The custom field values of a task after a change: unnamed keys stay, null removes. */
export async function changeCustomFields(
  tx: Tx,
  { workspaceId }: Pick<Actor, 'workspaceId'>,
  boardId: string,
  before: Values,
  given: Values,
): Promise<Values> {
  const fields = new Map(
    (await selectFields(tx, workspaceId, boardId)).map((field) => [field.key, field]),
  )
  const people: number[] = []
  for (const [key, value] of Object.entries(given)) {
    if (value === null) continue
    const field = fields.get(key)
    if (!field) throw invalid(`custom_fields.${key}`, noSuchField(fields))
    const wrong = complaint(field, value)
    if (wrong) throw invalid(`custom_fields.${key}`, wrong)
    if (field.kind === 'person') people.push(value as number)
  }
  const known = await peopleWhoSee(tx, workspaceId, boardId, people)
  for (const [key, value] of Object.entries(given)) {
    const isPerson = fields.get(key)?.kind === 'person' && value !== null
    if (isPerson && !known.has(value as number)) {
      throw invalid(`custom_fields.${key}`, 'is not a member who can see this board')
    }
  }
  const after = { ...before, ...given }
  return Object.fromEntries(Object.entries(after).filter(([, value]) => value !== null))
}

function noSuchField(fields: Map<string, Field>): string {
  const keys = [...fields.keys()]
  return keys.length > 0
    ? `is not a field of this board; its fields are ${keys.join(', ')}`
    : 'is not a field of this board; it has none'
}

/** The error for a value, if any. */
function complaint({ kind, options }: Field, value: unknown): string | undefined {
  const fits = {
    text: () => typeof value === 'string' && value.length <= longestText,
    number: () => typeof value === 'number' && Number.isFinite(value),
    date: () => typeof value === 'string' && isDay(value),
    select: () => options.includes(value as string),
    checkbox: () => typeof value === 'boolean',
    url: () => typeof value === 'string' && isWebUrl(value),
    person: () => Number.isInteger(value) && (value as number) > 0 && (value as number) < 2 ** 31,
  }
  if (fits[kind]()) return undefined
  return {
    text: `must be text of at most ${longestText} characters`,
    number: 'must be a number',
    date: 'must be a valid date, as YYYY-MM-DD',
    select: `must be one of ${options.join(', ')}`,
    checkbox: 'must be true or false',
    url: 'must be an http or https URL',
    person: 'must be the id of a member',
  }[kind]
}

function isWebUrl(text: string): boolean {
  return /^https?:\/\/[^\s]+$/i.test(text) && text.length <= longestUrl && URL.canParse(text)
}
