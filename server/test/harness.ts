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
import { operator } from '../src/features/workspaces/operator.ts'
import { insertMembership, insertWorkspace } from '../src/features/workspaces/queries.ts'
import { defaultSettings } from '../src/features/workspaces/settings.ts'
import { showBackground } from '../src/http/background-metrics.ts'
import type { Operation } from '../src/http/operation.ts'
import { type Permission, permissions, type Role } from '../src/http/permissions.ts'
import { backlogs, serviceOf } from '../src/service.ts'
import { buildWorker } from '../src/worker.ts'
import { eventsThatDoNotFit } from './event-check.ts'
import { modelCache } from './models.ts'
import { createTestDatabase } from './test-database.ts'

/** A workspace with a person in it and a key with all of the person's permissions. */
export interface Tenant {
  workspaceId: number
  slug: string
  userId: number
  email: string
  key: string
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
  holdClock(): () => void
  /** Makes delayed jobs and retries due now: they follow the clock of the database. */
  hurryJobs(queue: string): Promise<void>
  tenant(role?: Role): Promise<Tenant>
  /** Another person in the workspace of a tenant. */
  colleague(of: Tenant, role: Role): Promise<Tenant>
  keyWith(tenant: Tenant, scopes: Permission[]): Promise<string>
  call(method: string, url: string, options?: CallOptions): Promise<Answer>
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
  misfits(): Promise<string[]>
  stop(): Promise<void>
}

/**
 * A service on its own database, for all tests in a file. At the end, published events are compared
 * with the catalogue; a file that makes up events says so.
 */
export function useService(
  settings: Partial<Config> = {},
  { makesUpEvents = false } = {},
): Harness {
  const harness = {} as Harness
  let started: StartedService | undefined

  beforeAll(async () => {
    started = await startService(settings)
    Object.assign(harness, started.harness)
  })

  afterAll(async () => {
    const misfits = makesUpEvents ? [] : await started?.misfits()
    await started?.stop()
    expect(misfits ?? []).toEqual([])
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
export function callerOf(service: Harness, tenant: Pick<Tenant, 'key'>) {
  return async (method: string, path: string, body?: unknown, { key } = tenant) => {
    const answer = await service.call(method, path, { key, ...(body !== undefined && { body }) })
    expect(answer.status, `${method} ${path}: ${answer.text}`).toBeLessThan(300)
    return answer.body
  }
}

async function hurryJobs({ db }: OpenDeps, queue: string): Promise<void> {
  await db.system`update jobs set due_at = now() where queue = ${queue} and lease is null`
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
    logLevel: 'error',
    rateLimitPerMinute: 0,
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
  const deps = await openDeps(config, server)
  deps.clock = () => new Date((heldAtMs ?? Date.now()) + aheadMs)
  showBackground(deps, backlogs())
  const app = await buildApp(deps, stopping.signal)
  const worker = await buildWorker(deps)
  const harness: Harness = {
    app,
    deps,
    databaseUrl: url,
    operations: [...serviceOf(deps).operations()],
    advance: (seconds) => {
      aheadMs += seconds * 1000
      worker.checkDue()
    },
    holdClock: () => {
      heldAtMs ??= Date.now()
      return () => {
        heldAtMs = undefined
      }
    },
    hurryJobs: async (queue) => {
      await hurryJobs(deps, queue)
      worker.checkDue()
    },
    tenant: (role = 'owner') => makeTenant(deps, role),
    colleague: (of, role) => makeColleague(deps, of, role),
    keyWith: (tenant, scopes) => makeKey(deps, tenant, scopes),
    call: (method, path, options) => call(app, method, path, options),
    events: async (key) => {
      const waiting = () => deps.db.system`select from events where seq is null limit 1`
      await expect.poll(waiting).toEqual([])
      return call(app, 'GET', '/api/v1/events?limit=1000', { key })
    },
  }
  return {
    harness,
    misfits: () => eventsThatDoNotFit(deps.db.system),
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

async function makeTenant(deps: OpenDeps, role: Role): Promise<Tenant> {
  const slug = `w-${randomBytes(4).toString('hex')}`
  const workspace = await deps.db.transaction('system', (tx) =>
    insertWorkspace(
      tx,
      { name: `Workspace ${slug}`, slug, settings: defaultSettings },
      deps.clock(),
    ),
  )
  return makePerson(deps, { workspaceId: workspace.id, slug }, role)
}

async function makeColleague(deps: OpenDeps, of: Tenant, role: Role): Promise<Tenant> {
  return makePerson(deps, { workspaceId: of.workspaceId, slug: of.slug }, role)
}

async function makePerson(
  deps: OpenDeps,
  { workspaceId, slug }: { workspaceId: number; slug: string },
  role: Role,
): Promise<Tenant> {
  const email = `${randomBytes(4).toString('hex')}@example.com`
  const userId = await deps.db.transaction('system', async (tx) => {
    const [user] = await tx<{ id: number }>`
      insert into users (email, first_name, last_name, created_at, updated_at)
      values (${email}, 'Test', 'Person', ${deps.clock()}, ${deps.clock()}) returning id`
    await insertMembership(tx, workspaceId, user?.id as number, role, deps.clock())
    return user?.id as number
  })
  const tenant = { workspaceId, slug, userId, email, key: '' }
  tenant.key = await makeKey(deps, tenant)
  return tenant
}

async function makeKey(deps: OpenDeps, tenant: Tenant, scopes?: Permission[]): Promise<string> {
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
