import { execFile } from 'node:child_process'
import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mcpSurface, serveMcp } from '../src/features/mcp/serve-mcp.ts'
import { operator } from '../src/features/workspaces/operator.ts'
import { useProblems } from '../src/http/errors.ts'
import { useJsonBodies } from '../src/http/json-body.ts'
import { RateLimiter } from '../src/http/rate-limit.ts'
import { useService } from './harness.ts'
import { withFixtures } from './mcp-fixtures.ts'

/** Runs the protocol's own suite against /mcp, with the fixtures that it calls by name. */
const service = useService()
const suite = join(
  dirname(findPackageJSON('@modelcontextprotocol/conformance', import.meta.url) ?? ''),
  'dist/index.js',
)
const stopping = new AbortController()
let app: FastifyInstance
let address: string

beforeAll(async () => {
  const mia = await service.tenant()
  const actor = await operator(service.deps, { workspace: mia.slug, user: mia.email })
  app = Fastify()
  useProblems(app, () => [])
  useJsonBodies(app)
  // The suite sends no credential.
  const gate = {
    authenticate: async () => actor,
    limiter: new RateLimiter({ policy: 'none', quota: 0, windowSeconds: 60 }, service.deps),
    watchCredentials: () => () => {},
    stopping: stopping.signal,
  }
  serveMcp(app, service.deps, gate, () => withFixtures(mcpSurface(service.operations)))
  address = await app.listen({ port: 0, host: '127.0.0.1' })
  service.deps.config.publicUrl = address
})
afterAll(async () => {
  stopping.abort()
  await app.close()
})

test('every scenario for servers passes', async () => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [suite, 'server', '--url', `${address}/mcp`, '--suite', 'all'],
    { maxBuffer: 64 * 1024 * 1024 },
  ).catch((error) => error)
  const summary = stdout.slice(stdout.indexOf('=== SUMMARY ==='))
  expect(summary).toContain('✓')
  expect(summary).not.toContain('✗')
  expect(summary).toMatch(/Total: \d+ passed, 0 failed/)
})
