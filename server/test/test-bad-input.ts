import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { listStatuses } from '../src/http/openapi/problem-responses.ts'
import type { Operation } from '../src/http/operation.ts'
import type { Role } from '../src/http/permissions.ts'
import { anyText } from './any-text.ts'
import { type Harness, useService } from './harness.ts'
import { countOpenFiles } from './open-files.ts'
import { operations, toCases } from './operations.ts'
import { isSoak, seed } from './soak.ts'

const maxSeconds = 20
const roles = ['owner', 'admin', 'member', 'guest'] as const
const anyRole = fc.constantFrom(...roles)
const anyJson = fc.jsonValue()

/** Objects that look almost valid, with some fields replaced by anything. */
function almost({ body, example }: Operation): fc.Arbitrary<unknown> {
  const names = Object.keys((body as { properties?: object } | undefined)?.properties ?? {})
  const given = (example?.body ?? {}) as Record<string, unknown>
  const field = (name: string) => fc.oneof(fc.constant(given[name]), anyJson, anyText)
  const near = fc.record(Object.fromEntries(names.map((name) => [name, field(name)])), {
    requiredKeys: [],
  })
  return fc.oneof(near, anyJson)
}

const withBody = operations.filter(
  ({ id, body, errorFormat }) =>
    body &&
    // The only person's password must not change.
    id !== 'changePassword' &&
    // These run models while the request waits, and have other errors: src/features/compat.
    !errorFormat,
)
const reads = operations.filter(
  ({ method, events, exchange }) => method === 'GET' && !events && !exchange,
)

interface Runs {
  /** Requests to each operation that has a body. */
  bodies: number
  /** Requests to each operation that reads. */
  urls: number
}

/** Any input gets a documented response. */
export function testBadInput({ bodies, urls }: Runs): Harness {
  // Nothing listens at this address.
  const nobody = 'http://127.0.0.1:9'
  const service = useService({
    doors: { slackUrl: nobody, telegramUrl: nobody, discordUrl: nobody },
  })
  const done = { requests: 0, slowestSeconds: 0, slowest: '' }
  const keys: Partial<Record<Role, string>> = {}
  let openBefore: number

  beforeAll(async () => {
    openBefore = countOpenFiles(service.deps.config.dataDir)
    const mia = await service.tenant()
    for (const role of roles) keys[role] = (await service.colleague(mia, role)).key
  })

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
    const allowed = [...listStatuses(operation), 400, 403, 404]
    expect(allowed).toContain(answer.status)
    // Input can name another server, which does not answer.
    const isTheirs = answer.status === 502 && operation.callsOutside === true
    expect([answer.status, answer.status < 500 || isTheirs]).toEqual([answer.status, true])
    if (answer.status >= 400) expect(answer.body.code).toBeTypeOf('string')
  }

  function note({ id }: Operation, seconds: number): void {
    done.requests++
    if (seconds < done.slowestSeconds) return
    done.slowestSeconds = seconds
    done.slowest = id
  }

  describe('any JSON, as any role, gets a documented status with a problem body, never a 500', () => {
    test.each(toCases(withBody))('%s', async (_id, operation) => {
      const url = operation.path.replaceAll(/\{\w+\}/g, '1')
      await fc.assert(
        fc.asyncProperty(anyRole, almost(operation), (role, body) =>
          expectDocumented(role, operation, url, body),
        ),
        { numRuns: bodies, seed },
      )
    })
  })

  describe('any text in the URL, as any role, gets a documented status, never a 500', () => {
    test.each(toCases(reads))('%s', async (_id, operation) => {
      const names = Object.keys(operation.query?.properties ?? {})
      const anyName = fc.oneof(fc.constantFrom('x', ...names), anyText)
      const query = fc.dictionary(anyName, anyText, { maxKeys: 4 })
      await fc.assert(
        fc.asyncProperty(anyRole, anyText, query, async (role, id, given) => {
          const wellFormed = (value: string) => encodeURIComponent(value.toWellFormed())
          const path = operation.path.replaceAll(/\{\w+\}/g, () => wellFormed(id) || 'x')
          const search = Object.entries(given).map(([k, v]) => `${wellFormed(k)}=${wellFormed(v)}`)
          await expectDocumented(role, operation, `${path}?${search.join('&')}`)
        }),
        { numRuns: urls, seed },
      )
    })
  })

  test('no response took long, and no file stays open', async () => {
    const { requests, slowest, slowestSeconds } = done
    if (isSoak) process.stdout.write(`${requests} requests; ${slowest} took ${slowestSeconds} s\n`)
    expect([slowest, slowestSeconds < maxSeconds]).toEqual([slowest, true])
    await expect.poll(() => countOpenFiles(service.deps.config.dataDir)).toBe(openBefore)
  })

  return service
}
