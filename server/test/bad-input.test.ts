import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { statusesOf } from '../src/http/openapi/problem-responses.ts'
import type { Operation } from '../src/http/operation.ts'
import type { Role } from '../src/http/permissions.ts'
import { type Tenant, useService } from './harness.ts'
import { openFilesIn } from './open-files.ts'
import { isSoak, sample, seed } from './soak.ts'

/** Any input gets a documented response. Nothing listens at this address. */
const nobody = 'http://127.0.0.1:9'
const service = useService({
  doors: { slackUrl: nobody, telegramUrl: nobody, discordUrl: nobody },
})
const maxSeconds = 20
const done = { requests: 0, slowestSeconds: 0, slowest: '' }
const roles = ['owner', 'admin', 'member', 'guest'] as const
const anyRole = fc.constantFrom(...roles)
const keys: Partial<Record<Role, string>> = {}
let mia: Tenant
let openBefore: number

beforeAll(async () => {
  openBefore = openFilesIn(service.deps.config.dataDir)
  mia = await service.tenant()
  for (const role of roles) keys[role] = (await service.colleague(mia, role)).key
})

/** Objects that look almost valid, with some fields replaced by anything. */
function almost(operation: Operation): fc.Arbitrary<unknown> {
  const names = Object.keys(
    (operation.body as { properties?: object } | undefined)?.properties ?? {},
  )
  const example = (operation.example?.body ?? {}) as Record<string, unknown>
  const field = (name: string) =>
    fc.oneof(fc.constant(example[name]), fc.jsonValue(), fc.string({ unit: 'binary' }))
  const near = fc.record(Object.fromEntries(names.map((name) => [name, field(name)])), {
    requiredKeys: [],
  })
  return fc.oneof(near, fc.jsonValue())
}

async function expectDocumented(role: Role, operation: Operation, url: string, body?: unknown) {
  const startedAt = performance.now()
  const answer = await service.call(operation.method, url, {
    key: keys[role] as string,
    ...(body !== undefined && {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    }),
  })
  note(operation, (performance.now() - startedAt) / 1000)
  const allowed = [...statusesOf(operation), 400, 403, 404]
  expect([operation.id, body, answer.status, allowed.includes(answer.status)]).toEqual([
    operation.id,
    body,
    answer.status,
    true,
  ])
  // Input can name another server, which does not answer.
  const isTheirs = answer.status === 502 && operation.callsOutside === true
  expect([operation.id, body, answer.status < 500 || isTheirs]).toEqual([operation.id, body, true])
  if (answer.status >= 400) expect(answer.body.code).toBeTypeOf('string')
}

function note({ id }: Operation, seconds: number): void {
  done.requests++
  if (seconds < done.slowestSeconds) return
  done.slowestSeconds = seconds
  done.slowest = id
}

describe('any JSON at any operation, as any role', () => {
  test('gives a documented status with a problem body, never a 500', async () => {
    for (const operation of service.operations) {
      // The only person's password must not change.
      if (!operation.body || operation.id === 'changePassword') continue
      // These run models while the request waits, and have other errors: src/features/compat.
      if (operation.errorFormat) continue
      const url = operation.path.replaceAll(/\{\w+\}/g, '1')
      await fc.assert(
        fc.asyncProperty(anyRole, almost(operation), (role, body) =>
          expectDocumented(role, operation, url, body),
        ),
        { numRuns: sample(20, 520), seed },
      )
    }
  })
})

describe('any text in any URL, as any role', () => {
  test('gives a documented status, never a 500', async () => {
    for (const operation of service.operations) {
      if (operation.method !== 'GET' || operation.events || operation.exchange) continue
      const names = Object.keys(operation.query?.properties ?? {})
      const text = fc.string({ unit: 'binary' })
      const query = fc.dictionary(fc.oneof(fc.constantFrom('x', ...names), text), text, {
        maxKeys: 4,
      })
      await fc.assert(
        fc.asyncProperty(anyRole, text, query, async (role, id, given) => {
          const wellFormed = (value: string) => encodeURIComponent(value.toWellFormed())
          const path = operation.path.replaceAll(/\{\w+\}/g, () => wellFormed(id) || 'x')
          const search = Object.entries(given).map(([k, v]) => `${wellFormed(k)}=${wellFormed(v)}`)
          await expectDocumented(role, operation, `${path}?${search.join('&')}`)
        }),
        { numRuns: sample(12, 300), seed },
      )
    }
  })
})

test('no response took long, and no file stays open', async () => {
  const { requests, slowest, slowestSeconds } = done
  if (isSoak) process.stdout.write(`${requests} requests; ${slowest} took ${slowestSeconds} s\n`)
  expect([slowest, slowestSeconds < maxSeconds]).toEqual([slowest, true])
  await expect.poll(() => openFilesIn(service.deps.config.dataDir)).toBe(openBefore)
})

describe('naughty strings', () => {
  const strings = [
    "Robert'); DROP TABLE users;--",
    '<script>alert(1)</script>',
    '{{7*7}} #{7*7} `id` $(id)',
    '%s%n%x',
    '../../../etc/passwd',
    '\u202e\u2066right to left\u2069',
    '👩‍👩‍👧‍👦 ﷽ Ω≈ç√∫',
    'ÅÅ \u0041\u030a',
    '\u200b\ufeff zero width',
    'tab\tnew\nline\r\n',
    '0',
    'null',
    'true',
    '\\',
  ]

  test('are stored and returned unchanged', async () => {
    mia = await service.tenant() // earlier tests may have disabled the first workspace
    for (const name of strings) {
      const made = await service.call('POST', '/api/v1/workspaces/teamspaces', {
        key: mia.key,
        body: { name },
      })
      expect([name, made.status]).toEqual([name, 201])
      const path = `/api/v1/workspaces/teamspaces/${made.body.id}`
      const { body } = await service.call('GET', path, { key: mia.key })
      expect(body.name).toBe(name.trim())
    }
  })
})
