import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { afterAll, beforeAll, expect } from 'vitest'
import { buildApp } from '../src/app.ts'
import { type Config, readConfig } from '../src/config.ts'
import { type OpenDeps, openDeps } from '../src/deps.ts'
import { createApiKey } from '../src/features/api-keys/create-api-key.ts'
import { openSession } from '../src/features/auth/sessions.ts'
import { operator } from '../src/features/workspaces/operator.ts'
import { insertMembership, insertWorkspace } from '../src/features/workspaces/queries.ts'
import { defaultSettings } from '../src/features/workspaces/settings.ts'
import { showBackground } from '../src/http/background-metrics.ts'
import type { Operation } from '../src/http/operation.ts'
import { type Permission, permissions, type Role } from '../src/http/permissions.ts'
import { createLogger } from '../src/platform/logger.ts'
import { backlogs, openService } from '../src/service.ts'
import { buildWorker } from '../src/worker.ts'
import { findInvalidEvents } from './event-check.ts'
import { modelCache } from './models.ts'
import { createTestDatabase } from './test-database.ts'

/** A workspace with a person in it, a key with all of the person's permissions, and their session. */
export interface Tenant {
  workspaceId: number
  slug: string
  userId: number
  email: string
  /** An agent's credential: it acts for the person. */
  key: string
  /** The person, signed in. */
  token: string
}

export interface Harness {
  app: FastifyInstance
  deps: OpenDeps
  databaseUrl: string
  operations: Operation[]
  /** Moves the service's clock. */
  advance(seconds: number): void
  /**
   * Stops the service's clock, so that nothing becomes due until a test moves it, however slow the
   * machine is. The returned function restarts it.
   */
  stopClock(): () => void
  /** Makes delayed jobs and retries due now: they follow the clock of the database. */
  skipJobDelays(queue: string): Promise<void>
  tenant(role?: Role): Promise<Tenant>
  /** Another person in the workspace of a tenant. */
  colleague(of: Tenant, role: Role): Promise<Tenant>
  keyWith(tenant: Tenant, scopes: Permission[]): Promise<string>
  call(method: string, url: string, options?: CallOptions): Promise<Answer>
  /** Opens a port and returns its URL; links in emails and responses use it from then on. */
  listen(): Promise<string>
  /** The events that a key sees. They are numbered after the commit, so this waits for all of them. */
  events(key: string): Promise<Answer>
}

export interface CallOptions {
  key?: string
  token?: string
  body?: unknown
  headers?: Record<string, string>
}

export interface Answer {
  status: number
  headers: Record<string, string>
  // biome-ignore lint/suspicious/noExplicitAny: tests look into what came back
  body: any
  text: string
}

/** A running service, and how to stop it. */
export interface StartedService {
  harness: Harness
  /** Events published so far that don't match the catalogue. */
  findInvalidEvents(): Promise<string[]>
  stop(): Promise<void>
}

/**
 * A service on its own database, for all tests in a file. At the end, published events are compared
 * with the catalogue; a file that makes up events says so.
 */
export function useService(
  settings: Partial<Config> = {},
  { hasInvalidEvents = false } = {},
): Harness {
  const harness = {} as Harness
  let started: StartedService | undefined

  beforeAll(async () => {
    started = await startService(settings)
    Object.assign(harness, started.harness)
  })

  afterAll(async () => {
    const invalidEvents = hasInvalidEvents ? [] : await started?.findInvalidEvents()
    await started?.stop()
    expect(invalidEvents ?? []).toEqual([])
  })
  return harness
}

/** A tenant for all tests in a file, or with `beforeEach` a new one for each of them. */
export function useTenant(service: Harness, hook = beforeAll): Tenant {
  const tenant = {} as Tenant
  hook(async () => void Object.assign(tenant, await service.tenant()))
  return tenant
}

/** Another person in the workspace of a tenant, for all tests in a file. */
export function useColleague(service: Harness, of: Tenant, role: Role): Tenant {
  const colleague = {} as Tenant
  beforeAll(async () => void Object.assign(colleague, await service.colleague(of, role)))
  return colleague
}

/** Sends requests that must succeed, as a tenant or as someone else; returns their bodies. */
export function callAs(service: Harness, tenant: Pick<Tenant, 'key'>, headers = {}) {
  return async (method: string, path: string, body?: unknown, { key } = tenant) => {
    const answer = await service.call(method, path, { key, body, headers })
    expect(answer.status, `${method} ${path}: ${answer.text}`).toBeLessThan(300)
    return answer.body
  }
}

/** The body of a response that must have this status. */
export async function expectStatus(
  status: number,
  answer: Answer | Promise<Answer>,
): Promise<Answer['body']> {
  const { status: found, body, text } = await answer
  expect(found, text).toBe(status)
  return body
}

/** The status and code of a problem, or the path of the invalid field. */
export async function readProblem(answer: Answer | Promise<Answer>): Promise<[number, string]> {
  const { status, body } = await answer
  return [status, body?.errors?.[0]?.path ?? body?.code]
}

/** A service on its own database. The caller stops it. */
export async function startService(settings: Partial<Config> = {}): Promise<StartedService> {
  const stopping = new AbortController()
  const database = await createTestDatabase()
  const { url } = database
  let aheadMs = 0
  let heldAtMs: number | undefined
  const files = await mkdtemp(join(tmpdir(), 'atelier-files-'))
  const config = {
    ...readConfig({ ATELIER_DATA_DIR: files }),
    logLevel: 'warn',
    rateLimit: { perSecond: 0, workspacePerSecond: 0, burstSeconds: 1 },
    heavyTasks: 1,
    engineThreads: 2,
    enginePriority: 'normal' as const,
    // Kept between runs: the weights are 120 MB.
    models: { folder: modelCache, mirrors: [], offlineFolder: undefined },
    device: 'cpu' as const,
    engineChild: new URL('./remembering-engine-child.ts', import.meta.url),
    // Tests serve images from this machine.
    allowCidrs: ['127.0.0.0/8'],
    environment: process.env,
    ...settings,
  }
  const server = { url, description: 'test', release: async () => {} }
  // The reporter prints the last lines if a test fails.
  // biome-ignore lint/suspicious/noConsole: Vitest hands these lines to the reporter
  const log = createLogger(config, { write: (line) => console.warn(line) })
  const deps = await openDeps(config, server, log)
  deps.clock = () => new Date((heldAtMs ?? Date.now()) + aheadMs)
  showBackground(deps, backlogs())
  const app = await buildApp(deps, stopping.signal)
  const worker = await buildWorker(deps)
  const harness: Harness = {
    app,
    deps,
    databaseUrl: url,
    operations: [...openService(deps).operations()],
    advance: (seconds) => {
      aheadMs += seconds * 1000
      worker.checkDue()
    },
    stopClock: () => {
      heldAtMs ??= Date.now()
      return () => {
        heldAtMs = undefined
      }
    },
    skipJobDelays: async (queue) => {
      await deps.db.system`
        update jobs set due_at = now() where queue = ${queue} and lease is null`
      worker.checkDue()
    },
    tenant: (role = 'owner') => createTenant(deps, role),
    colleague: (of, role) => createPerson(deps, of, role),
    keyWith: (tenant, scopes) => createKey(deps, tenant, scopes),
    call: (method, path, options) => call(app, method, path, options),
    listen: async () => {
      deps.config.publicUrl = await app.listen({ port: 0, host: '127.0.0.1' })
      return deps.config.publicUrl
    },
    events: async (key) => {
      const waiting = () => deps.db.system`select from events where seq is null limit 1`
      await expect.poll(waiting).toEqual([])
      return call(app, 'GET', '/api/v1/events?limit=1000', { key })
    },
  }
  return {
    harness,
    findInvalidEvents: () => findInvalidEvents(deps.db.system),
    stop: async () => {
      stopping.abort()
      await app.close()
      await worker.stop()
      await deps.close()
      await database.drop()
      await rm(files, { recursive: true, force: true })
    },
  }
}

async function createTenant(deps: OpenDeps, role: Role): Promise<Tenant> {
  const slug = `w-${randomBytes(4).toString('hex')}`
  const workspace = { name: `Workspace ${slug}`, slug, settings: defaultSettings }
  const { id: workspaceId } = await deps.db.transaction('system', (tx) =>
    insertWorkspace(tx, workspace, deps.clock()),
  )
  return createPerson(deps, { workspaceId, slug }, role)
}

async function createPerson(
  deps: OpenDeps,
  { workspaceId, slug }: Pick<Tenant, 'workspaceId' | 'slug'>,
  role: Role,
): Promise<Tenant> {
  const email = `${randomBytes(4).toString('hex')}@example.com`
  const userId = await deps.db.transaction('system', async (tx) => {
    const [user] = await tx<{ id: number }>`
      insert into users (email, first_name, last_name, email_verified_at, created_at, updated_at)
      values (${email}, 'Test', 'Person', ${deps.clock()}, ${deps.clock()}, ${deps.clock()}) returning id`
    await insertMembership(tx, workspaceId, user?.id as number, role, deps.clock())
    return user?.id as number
  })
  const { access_token: token } = await deps.db.transaction('system', (tx) =>
    openSession(deps, tx, userId),
  )
  const tenant = { workspaceId, slug, userId, email, token, key: '' }
  tenant.key = await createKey(deps, tenant)
  return tenant
}

async function createKey(deps: OpenDeps, tenant: Tenant, scopes?: Permission[]): Promise<string> {
  const actor = await operator(deps, { workspace: tenant.slug, user: tenant.email })
  // Guests can't create keys; in tests they have one anyway, to see what it may not do.
  const maker = { ...actor, permissions: new Set(permissions) }
  const { key } = await createApiKey(deps, maker, {
    name: 'Test key',
    scopes: scopes ?? [...actor.permissions],
  })
  return key
}

async function call(
  app: FastifyInstance,
  method: string,
  url: string,
  { key, token, body, headers = {} }: CallOptions = {},
): Promise<Answer> {
  const authorization = key ? `Api-Key ${key}` : token ? `Bearer ${token}` : undefined
  const response = await app.inject({
    method: method as NonNullable<InjectOptions['method']>,
    url,
    headers: { ...(authorization && { authorization }), ...headers },
    ...(body !== undefined && { payload: body as object }),
  })
  const isJson = String(response.headers['content-type']).includes('json')
  return {
    status: response.statusCode,
    headers: response.headers as Record<string, string>,
    body: isJson && response.body ? JSON.parse(response.body) : undefined,
    text: response.body,
  }
}
