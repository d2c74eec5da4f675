import { afterAll, beforeAll, expect, test } from 'vitest'
import { timeFormats } from '../../src/http/body/time-formats.ts'
import { listStatuses } from '../../src/http/openapi/problem-responses.ts'
import type { Operation } from '../../src/http/operation.ts'
import { preparations } from '../example-preparations.ts'
import type { Harness, Tenant } from '../harness.ts'
import { useHttpServer } from '../local-servers.ts'
import { operations } from '../operations.ts'
import { type PushService, startPushService } from '../push-service.ts'

/** Invalid in every format: there is no way to use any of them. */
export const impossible = [
  ...['2026-12-31T23:59:60Z', '2026-06-30T23:59:60.5+00:00', '2026-11-20T24:00:00Z'],
  ...['0000-01-01T00:00:00Z', '0001-01-01T00:00:00+14:00', '9999-12-31T23:59:59-14:00'],
  ...['2026-02-30T00:00:00Z', '2026-11-20T10:00:00+99:00', '2026-11-20T10:00:00+14:01'],
  ...[
    `2026-11-20T10:00:00.${'1'.repeat(10)}Z`,
    '+275760-09-13T00:00:00Z',
    '-000001-01-01T00:00:00Z',
  ],
  ...['0000-01-01', '0999-12-31', '2026-02-30', '2026-13-01', '2026-00-10', '10000-01-01'],
  ...['2026-02-30 10:00', '2026-11-20 24:00', '0000-01-01 00:00', '24:00', '23:60', '9:30'],
  ...[
    'infinity',
    '-infinity',
    'now',
    'epoch',
    'today',
    '',
    ' ',
    'NaN',
    '٢٠٢٦-١١-٢٠',
    '2026-11-20\n',
  ],
  ...['Mars/Olympus', '+02:00', 'Europe/Berlin\0', '../../etc/localtime', 'x'.repeat(64)],
]

/** Valid, and as extreme as possible. */
export const extreme: Record<string, string[]> = {
  'date-time': ['1000-01-01T00:00:00Z', '9999-12-31T23:59:59.999999999Z', '2026-11-20t10:00:00z'],
  date: ['1000-01-01', '9999-12-31'],
  'clock-time': ['00:00', '23:59'],
  'local-time': ['1000-01-01 00:00', '9999-12-31 23:59', '2027-03-28 02:30'],
  'day-or-local-time': ['1000-01-01', '9999-12-31', '9999-12-31 23:59'],
  'day-or-instant': ['1000-01-01', '9999-12-31', '9999-12-31T23:59Z', '1000-01-01T00:00:00Z'],
  'time-zone': ['Pacific/Kiritimati', 'Etc/GMT+12', 'eUrOpE/bErLiN'],
}

interface Field {
  part: 'params' | 'query' | 'body'
  path: string[]
  format: string
}

interface Shape {
  type?: unknown
  format?: string
  enum?: unknown
  properties?: Record<string, Shape>
  items?: Shape
  anyOf?: Shape[]
}

/** Every place in a schema, with the property names that lead to it. */
function* places(schema: Shape, path: string[]): Generator<{ schema: Shape; path: string[] }> {
  yield { schema, path }
  for (const one of schema.anyOf ?? []) yield* places(one, path)
  if (schema.items) yield* places(schema.items, [...path, '0'])
  for (const [name, inside] of Object.entries(schema.properties ?? {})) {
    yield* places(inside, [...path, name])
  }
}

export function* listPlaces(operation: Operation) {
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = operation[part] as Shape | undefined
    if (schema) for (const place of places(schema, [])) yield { part, ...place }
  }
  for (const { schema } of Object.values((operation.handle && operation.takes) ?? {})) {
    for (const place of places(schema as Shape, [])) yield { part: 'body' as const, ...place }
  }
}

function listTimeFields(operation: Operation): Field[] {
  return [...listPlaces(operation)].flatMap(({ part, path, schema: { format } }) =>
    format !== undefined && Object.hasOwn(timeFormats, format) ? [{ part, path, format }] : [],
  )
}

/** A copy with one value set; creates everything that leads to it. */
function withValue(target: unknown, [name, ...rest]: string[], value: unknown): unknown {
  if (name === undefined) return value
  if (name === '0') return [withValue((target as unknown[] | undefined)?.[0], rest, value)]
  const inside = (target as Record<string, unknown> | null | undefined)?.[name]
  return { ...(target as object), [name]: withValue(inside, rest, value) }
}

const fields = operations.flatMap((operation) =>
  listTimeFields(operation).map((field) => {
    const name = `${operation.id} ${field.part}.${field.path.join('.')}`
    return [name, operation, field] as const
  }),
)

/** Sends values to every date, time and zone of every operation. */
export function testTimeFields(service: Harness, mia: Tenant, values: readonly string[]): void {
  const receiver = useHttpServer((_request, response) => void response.end('ok'))
  let push: PushService
  let prepare: ReturnType<typeof preparations>

  beforeAll(async () => {
    push = await startPushService()
    // The examples of tasks refer to the board that this one creates.
    const { path, example } = operations.find(({ id }) => id === 'createBoard') as Operation
    await service.call('POST', path, { key: mia.key, body: example?.body })
    prepare = preparations(service, mia, { receiver: receiver.url, push })
  })
  afterAll(() => push.close())

  test.each(fields)(
    '%s: a documented response, and 400 for impossible values',
    async (_name, operation, { part, path, format }) => {
      const replaced = await prepare(operation)
      const { example } = operation
      const inputs = {
        params: { ...example?.params, ...replaced.params },
        query: { ...example?.query },
        body: example?.body === undefined ? {} : { ...(example.body as object), ...replaced.body },
      }
      // An empty query parameter counts as absent.
      const hostile = values.filter(
        (text) => !isOffset(text, format) && !(text === '' && part === 'query'),
      )
      for (const text of [...hostile, ...(extreme[format] ?? [])]) {
        const given = { ...inputs, [part]: withValue(inputs[part], path, text) }
        const filled = operation.path.replaceAll(/\{(\w+)\}/g, (_, name) =>
          encodeURIComponent(String(given.params[name as never])),
        )
        const search = new URLSearchParams(given.query as Record<string, string>)
        const answer = await service.call(operation.method, `${filled}?${search}`, {
          ...(replaced.token ? { token: replaced.token } : { key: mia.key }),
          ...(operation.body && { body: given.body }),
        })
        expect(answer.status, `${text}: ${answer.text}`).toBeLessThan(500)
        expect(listStatuses(operation), `${text}: ${answer.text}`).toContain(answer.status)
        if (hostile.includes(text)) expect([text, answer.status]).toEqual([text, 400])
      }
    },
  )

  test('the search found the fields', () => {
    expect(fields.length).toBeGreaterThan(30)
  })
}

/** An offset is a zone. */
export function isOffset(text: string, format: string): boolean {
  return text === '+02:00' && format === 'time-zone'
}
