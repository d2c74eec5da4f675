import { afterAll, beforeAll, expect, test } from 'vitest'
import { statusesOf } from '../../src/http/openapi/problem-responses.ts'
import type { Operation } from '../../src/http/operation.ts'
import { timeFormats } from '../../src/http/time-formats.ts'
import { preparations } from '../example-preparations.ts'
import { useService, useTenant } from '../harness.ts'
import { useHttp } from '../local-servers.ts'
import { type PushService, startPushService } from '../push-service.ts'

/** Dates, times and zones that the code or the database cannot represent. */
const service = useService()
const mia = useTenant(service)
const receiver = useHttp((_request, response) => void response.end('ok'))
let push: PushService

beforeAll(async () => {
  push = await startPushService()
  // The examples of tasks refer to the board that this one creates.
  const { path, example } = service.operations.find(({ id }) => id === 'createBoard') as Operation
  await service.call('POST', path, { key: mia.key, body: example?.body })
})
afterAll(() => push.close())

/** Invalid in every format: there is no way to use any of them. */
const impossible = [
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
const extreme: Record<string, string[]> = {
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

function* placesOf(operation: Operation) {
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = operation[part] as Shape | undefined
    if (schema) for (const place of places(schema, [])) yield { part, ...place }
  }
  for (const { schema } of Object.values(operation.otherBodies ?? {})) {
    for (const place of places(schema as Shape, [])) yield { part: 'body' as const, ...place }
  }
}

function timeFieldsOf(operation: Operation): Field[] {
  return [...placesOf(operation)].flatMap(({ part, path, schema: { format } }) =>
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

test('every date, time and zone of every operation: a documented response, and 400 for impossible values', async () => {
  const prepare = preparations(service, mia, { receiver: receiver.url, push })
  const wrong: string[] = []
  let fields = 0
  for (const operation of service.operations) {
    for (const { part, path, format } of timeFieldsOf(operation)) {
      fields++
      const replaced = await prepare(operation)
      const { example } = operation
      const inputs = {
        params: { ...example?.params, ...replaced.params },
        query: { ...example?.query },
        body: example?.body === undefined ? {} : { ...(example.body as object), ...replaced.body },
      }
      // An offset is a zone, and an empty query parameter counts as absent.
      const isAllowed = (text: string) =>
        (text === '+02:00' && format === 'time-zone') || (text === '' && part === 'query')
      const hostile = impossible.filter((text) => !isAllowed(text))
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
        const isRefused = !hostile.includes(text) || answer.status === 400
        const isDocumented = statusesOf(operation).includes(answer.status)
        if (!isDocumented || answer.status >= 500 || !isRefused) {
          wrong.push(`${operation.id} ${part}.${path.join('.')} ${text}: ${answer.text}`)
        }
      }
    }
  }
  expect(wrong).toEqual([])
  expect(fields).toBeGreaterThan(30)
})

test('thirty requests of a guest with impossible times block no connection', async () => {
  const guest = await service.colleague(mia, 'guest')
  const body = { action: 'read', before: '2026-12-31T23:59:60Z' }
  const marks = Array.from({ length: 30 }, () =>
    service.call('POST', '/api/v1/notifications/mark', { key: guest.key, body }),
  )
  for (const { status } of await Promise.all(marks)) expect(status).toBe(400)
  const written = await service.call('POST', '/api/v1/workspaces/teamspaces', {
    key: mia.key,
    body: { name: 'Still writable' },
  })
  expect(written.status).toBe(201)
})

/** Names that suggest a time. */
const looksLikeTime =
  /(^|_)(at|date|time|day|before|after|from|to|until|since|timezone|tz|zone|deadline|expiry|expires)$/

/** Fields that are named like a time but aren't one, with their meaning. */
const noTimes: Record<string, string> = {
  'deleteStatus query.move_to': 'a status',
  'moveBoardTask body.before': 'a task',
  'moveBoardTask body.after': 'a task',
  'addChecklistItem body.before': 'an item',
  'addChecklistItem body.after': 'an item',
  'updateChecklistItem body.before': 'an item',
  'updateChecklistItem body.after': 'an item',
  'updateProject body.0.from': 'a JSON Pointer',
  'listMessages query.before': 'a message',
  'openAiListFiles query.after': 'a file',
}

test('no operation accepts a time as plain text', () => {
  const plain = service.operations.flatMap((operation) =>
    [...placesOf(operation)]
      .filter(({ path, schema: { type, format = '', enum: options } }) => {
        const isText = [type].flat().includes('string') && !options
        const isTime = Object.hasOwn(timeFormats, format)
        return isText && !isTime && looksLikeTime.test(path.at(-1) ?? '')
      })
      .map(({ part, path }) => `${operation.id} ${part}.${path.join('.')}`),
  )
  expect(plain.filter((place) => !Object.hasOwn(noTimes, place))).toEqual([])
  expect(Object.keys(noTimes).filter((place) => !plain.includes(place))).toEqual([])
})

test('a workflow that waits until an impossible time is refused, or fails at that step', async () => {
  const base = '/api/v1/service/workflows'
  const steps = (until: string) => [{ id: 'nap', type: 'wait', until }]
  const fixed = await service.call('POST', base, {
    key: mia.key,
    body: { definition: { title: 'T', steps: steps('2026-12-31T23:59:60Z') } },
  })
  expect([fixed.status, fixed.body.errors?.[0]?.path]).toEqual([400, 'definition.steps.0.until'])
  const made = await service.call('POST', base, {
    key: mia.key,
    body: { definition: { title: 'T', steps: steps('${inputs.at}') } },
  })
  for (const at of ['2026-12-31T23:59:60Z', '0000-01-01', '+275760-09-13T00:00:00Z', 7]) {
    const { body } = await service.call('POST', `${base}/${made.body.id}/start`, {
      key: mia.key,
      body: { input: { at } },
    })
    await expect
      .poll(
        async () =>
          (
            await service.call('GET', `${base}/${made.body.id}/runs/${body.run_id}/status`, {
              key: mia.key,
            })
          ).body.output.error?.code,
      )
      .toBe('bad_time')
  }
})
