import type { Harness } from '../../../../test/harness.ts'
import { isDoing, type Step } from '../definition/definition.ts'
import type { Effect, RehearsedStep } from './schemas.ts'

interface RealStep {
  path: string
  status: string
  input: unknown
  output: unknown
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const moment = /\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)/g
const numbered = /^(id|.*_ids?|number|seq|slug|version)$/
/** Nobody answers a rehearsal, headers have the date, and what exists already shifts positions. */
const differing = new Set(['answered_by', 'headers', 'order'])

/** Replaces what differs from run to run: ids by the order of their appearance, and times. */
function withoutIds<T>(value: T): T {
  const ids: string[] = []
  const nth = (id: string) => {
    if (!ids.includes(id)) ids.push(id)
    return `#${ids.indexOf(id)}`
  }
  const text = JSON.stringify(value, (key, one) => {
    if (differing.has(key)) return undefined
    if (typeof one === 'number') return numbered.test(key) ? '#' : one
    if (typeof one !== 'string') return one
    if (/^\d+$/.test(one)) return '#'
    if (key === 'slug') return one.replace(/\d+$/, '#')
    return one.replace(uuid, nth).replace(moment, 'a moment')
  })
  return JSON.parse(text)
}

/** The fields and the results of the steps. */
export function contentOfRun(steps: RealStep[]) {
  return withoutIds(
    steps.map(({ path, status, input, output }) => ({ path, status, input: input ?? {}, output })),
  )
}

export function contentOfRehearsal(steps: RehearsedStep[]) {
  return withoutIds(
    steps.map(({ path, type, status, would, output }) => {
      const { answer: _, assumed: __, ...input } = would
      if (type === 'call') for (const added of ['method', 'path', 'summary']) delete input[added]
      // A real run has no record of steps that only compute.
      return { path, status, input, output: isDoing(type as Step['type']) ? output : null }
    }),
  )
}

/** The calls of a run that change something, as effects describe them. */
export function callsOfRun({ operations }: Harness, steps: RealStep[]) {
  const calls = steps.flatMap(({ status, input }) => {
    const { operation, params, query, body } = (input ?? {}) as Record<string, unknown>
    const called = operations.find(({ id }) => id === operation)
    const isEffect = status === 'completed' && called && called.method !== 'GET'
    return isEffect ? [{ operation, params, query, body }] : []
  })
  return withoutIds(calls)
}

export function callsOfRehearsal(effects: Effect[]) {
  return withoutIds(effects.map(({ details }) => details).filter(({ operation }) => operation))
}

/** The titles and texts that reached people, as effects describe them. */
export async function textsSent({ deps }: Harness, workspaceId: number) {
  const sql = deps.db.system
  const [notification, mail, chat] = await Promise.all([
    sql`select user_id::text, title, message from notifications
      where workspace_id = ${workspaceId} order by created_at, id`,
    sql`select user_id::text, n.title, n.message
      from deliveries d join notifications n using (workspace_id, user_id)
      where n.id = d.notification_id and workspace_id = ${workspaceId} and d.channel = 'email'
      order by d.created_at, d.id`,
    sql`select title, text from chat_messages
      where workspace_id = ${workspaceId} order by created_at, id`,
  ])
  return { notification, mail, chat }
}

export type SentTexts = Awaited<ReturnType<typeof textsSent>>

export function listTexts(effects: Effect[], kind: keyof SentTexts) {
  return effects
    .filter((effect) => effect.kind === kind)
    .map(({ details: { user_id, title, message, body } }) => body ?? { user_id, title, message })
}
