import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, InjectOptions } from 'fastify'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import { allOperations, buildApp } from '../src/app.ts'
import { type Config, readConfig } from '../src/config.ts'
import { type OpenDeps, openDeps } from '../src/deps.ts'
import { createApiKey } from '../src/features/api-keys/create-api-key.ts'
import { operator } from '../src/features/workspaces/operator.ts'
import { insertMembership, insertWorkspace } from '../src/features/workspaces/queries.ts'
import { defaultSettings } from '../src/features/workspaces/settings.ts'
import type { Operation } from '../src/http/operation.ts'
import { type Permission, permissions, type Role } from '../src/http/permissions.ts'
import { buildWorker, type Worker } from '../src/worker.ts'
import { eventsThatDoNotFit } from './event-check.ts'
import { templateName, withDatabase } from './global-setup.ts'
import { modelCache } from './models.ts'

/** A workspace with a person in it and a key that may do everything the person may. */
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
  /** Moves the clock of the service. */
  advance(seconds: number): void
  tenant(role?: Role): Promise<Tenant>
  /** Another person in the workspace of a tenant. */
  colleague(of: Tenant, role: Role): Promise<Tenant>
  keyWith(tenant: Tenant, scopes: Permission[]): Promise<string>
  call(method: string, url: string, options?: CallOptions): Promise<Answer>
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

/**
 * A service on a database of its own, for all tests of a file. In the end, what was published is
 * compared with the catalogue; a file that makes up events says so.
 */
export function useService(
  settings: Partial<Config> = {},
  { makesUpEvents = false } = {},
): Harness {
  const harness = {} as Harness
  let worker: Worker
  let admin: postgres.Sql
  let database: string
  let files: string | undefined
  const stopping = new AbortController()

  beforeAll(async () => {
    database = `test_${randomBytes(6).toString('hex')}`
    admin = postgres(inject('databaseUrl'), { max: 1, onnotice: () => {} })
    await admin.unsafe(`create database ${database} template ${templateName}`)
    const url = withDatabase(inject('databaseUrl'), database)
    let aheadMs = 0
    files = await mkdtemp(join(tmpdir(), 'atelier-files-'))
    const config = {
      ...readConfig({ ATELIER_DATA_DIR: files }),
      logLevel: 'error',
      rateLimitPerMinute: 0,
      heavyTasks: 1,
      // Kept between runs: the weights are 120 MB.
      models: { folder: modelCache, mirrors: [], offlineFolder: undefined },
      // Tests serve pictures from this machine.
      allowCidrs: ['127.0.0.0/8'],
      environment: process.env,
      ...settings,
    }
    const deps = await openDeps(config, { url, description: 'test', release: async () => {} })
    deps.clock = () => new Date(Date.now() + aheadMs)
    const app = await buildApp(deps, stopping.signal)
    worker = await buildWorker(deps)
    Object.assign(harness, {
      app,
      deps,
      databaseUrl: url,
      operations: allOperations(deps),
      advance: (seconds: number) => {
        aheadMs += seconds * 1000
      },
      tenant: (role: Role = 'owner') => makeTenant(deps, role),
      colleague: (of: Tenant, role: Role) => makeColleague(deps, of, role),
      keyWith: (tenant: Tenant, scopes: Permission[]) => makeKey(deps, tenant, scopes),
      call: (method: string, path: string, options?: CallOptions) =>
        call(app, method, path, options),
    } satisfies Harness)
  })

  afterAll(async () => {
    stopping.abort()
    await harness.app?.close()
    await worker?.stop()
    const isChecked = harness.deps && !makesUpEvents
    const misfits = isChecked ? await eventsThatDoNotFit(harness.deps.db.system) : []
    await harness.deps?.close()
    await admin?.unsafe(`drop database if exists ${database} with (force)`)
    await admin?.end()
    if (files) await rm(files, { recursive: true, force: true })
    expect(misfits).toEqual([])
  })
  return harness
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
  // A guest cannot make keys; in tests they have one all the same, to see what it may not do.
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
