import { execFile } from 'node:child_process'
import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mcpSurface, serveMcp } from '../src/features/mcp/serve-mcp.ts'
import { operator } from '../src/features/workspaces/operator.ts'
import { useJsonBodies } from '../src/http/body/json-body.ts'
import { useProblems } from '../src/http/errors.ts'
import { KnownCredentials } from '../src/http/gate/known-credentials.ts'
import { RequestLimits } from '../src/http/gate/request-limits.ts'
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
let baseUrl: string

beforeAll(async () => {
  const mia = await service.tenant()
  const actor = await operator(service.deps, { workspace: mia.slug, user: mia.email })
  app = Fastify()
  useProblems(app, () => [])
  useJsonBodies(app)
  // The suite sends no credential.
  const gate = {
    authenticate: async () => actor,
    known: new KnownCredentials(),
    limits: new RequestLimits(service.deps.config, service.deps),
    watchCredentials: () => () => {},
    stopping: stopping.signal,
  }
  serveMcp(app, service.deps, gate, () => withFixtures(mcpSurface(service.operations)))
  baseUrl = await app.listen({ port: 0, host: '127.0.0.1' })
  service.deps.config.publicUrl = baseUrl
})
afterAll(async () => {
  stopping.abort()
  await app.close()
})

/** Tools of ours have no header annotations, so there is nothing for this scenario to check. */
const notApplicable = ['http-custom-header-server-validation']

test.each([
  ['2025-11-25', 30],
  ['2026-07-28', 37],
])('everything that revision %s requires passes', async (revision, scenarios) => {
  const args = ['server', '--url', `${baseUrl}/mcp`, '--requirements', revision]
  const { stdout } = await promisify(execFile)(process.execPath, [suite, ...args], {
    maxBuffer: 64 * 1024 * 1024,
  }).catch((error) => error)
  const [summary = '', optional = ''] = stdout
    .slice(stdout.indexOf('=== SUMMARY ==='))
    .split('Not scored')
  const passed = [...summary.matchAll(/✓ ([\w-]+)/g)].map(([, name]) => name)
  const failed = [...summary.matchAll(/✗ ([\w-]+)/g)].map(([, name]) => name)
  const isOptional = (name: string | undefined) => optional.includes(` ${name} (`)
  expect(failed.filter((name) => !notApplicable.includes(name as string))).toEqual([])
  expect(passed.filter((name) => !isOptional(name)).length).toBe(scenarios)
})
