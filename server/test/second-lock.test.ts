import { beforeAll, describe, expect, test } from 'vitest'
import type { Sql } from '../src/platform/postgres/sql.ts'
import { disableEngines } from './disable-engines.ts'
import { fillTenant } from './fill-tenant.ts'
import { useService, useTenant } from './harness.ts'
import { statement } from './statement.ts'

/** The filter on workspace_id is the first lock. These tests remove it and check again. */
const service = useService()

/** Tables with a workspace_id that no request may access. */
const systemOnly = [
  'task_turns',
  'oauth_codes',
  'oauth_grants',
  'idempotency_keys',
  'workflow_turns',
  // Requests only add to it.
  'jobs',
]

const mia = useTenant(service)
const jo = useTenant(service)
let tables: string[]

beforeAll(async () => {
  disableEngines(service.deps.engines)
  for (const tenant of [mia, jo]) await fillTenant(service, tenant)
  const rows = await service.deps.db.system<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'workspace_id' order by 1`
  tables = rows.map(({ name }) => name)
})

describe('row-level security', () => {
  test('is on for every table that has a workspace_id, and for workspaces and users', async () => {
    const open = await service.deps.db.system<{ relname: string }>`
      select relname from pg_class c
      where relname = any(${[...tables, 'workspaces', 'users']}::text[]) and relkind = 'r'
        and (not relrowsecurity or not exists (select from pg_policy p where p.polrelid = c.oid))`
    expect(open).toEqual([])
    expect(tables.length).toBeGreaterThanOrEqual(6)
  })

  test('shows a statement without a filter only its own rows', async () => {
    const sources: [string, Sql][] = [['a read', service.deps.db.workspace(mia.workspaceId)]]
    await service.deps.db.transaction(mia.workspaceId, async (tx) => {
      sources.push(['a transaction', tx])
      for (const [name, sql] of sources) {
        for (const table of tables) {
          if (systemOnly.includes(table)) continue
          const rows = await sql<{ workspace_id: number }>(
            statement(`select workspace_id from ${table}`),
          )
          expect([name, table, rows.length > 0]).toEqual([name, table, true])
          expect(new Set(rows.map((row) => row.workspace_id))).toEqual(new Set([mia.workspaceId]))
        }
      }
    })
  })

  test('shows only people of the workspace, and never a password', async () => {
    const sql = service.deps.db.workspace(mia.workspaceId)
    const people = await sql<{ email: string }>`select email from users`
    expect(people.map(({ email }) => email)).toEqual([mia.email])
    await expect(sql`select password_hash from users`).rejects.toThrow(/permission denied/)
  })

  test('refuses to write into, move to, or delete from another workspace', async () => {
    const sql = service.deps.db.workspace(mia.workspaceId)
    const now = new Date()
    await expect(sql`
      insert into teamspaces (workspace_id, name, slug, created_at, updated_at)
      values (${jo.workspaceId}, 'x', 'x', ${now}, ${now})`).rejects.toThrow(/row-level security/)
    await expect(sql`update teamspaces set workspace_id = ${jo.workspaceId}`).rejects.toThrow(
      /row-level security/,
    )
    await sql`delete from teamspaces where workspace_id = ${jo.workspaceId}`
    const [left] = await service.deps.db.system<{ count: number }>`
      select count(*) from teamspaces where workspace_id = ${jo.workspaceId}`
    expect(left?.count).toBe(1)
  })

  test('makes the tables of credentials unreachable', async () => {
    const sql = service.deps.db.workspace(mia.workspaceId)
    const others = [
      'sessions',
      'refresh_tokens',
      'oauth_clients',
      'oauth_refresh_tokens',
      'idempotency_keys',
      'server_secrets',
      'unused_contents',
    ]
    for (const table of [...systemOnly, ...others]) {
      await expect(sql(statement(`select * from ${table}`))).rejects.toThrow(/permission denied/)
    }
  })

  test('the task search, which sees all rows, finds only those of its workspace', async () => {
    const find = async (workspaceId: number) =>
      (
        await service.deps.db.workspace(workspaceId)<{ found: string }>`
          select pm_tasks_matching('%') as found`
      ).map(({ found }) => found)
    const [mias, jos] = [await find(mia.workspaceId), await find(jo.workspaceId)]
    expect([mias.length, jos.length, new Set([...mias, ...jos]).size]).toEqual([2, 2, 4])
  })

  test('the history of a task cannot be changed or deleted', async () => {
    const sql = service.deps.db.workspace(mia.workspaceId)
    await expect(sql`update pm_activity set comment = 'x'`).rejects.toThrow(/permission denied/)
    await expect(sql`delete from pm_activity`).rejects.toThrow(/permission denied/)
  })

  test('holds while many workspaces use the same connections at once', async () => {
    const read = async (workspaceId: number) => {
      const rows = await service.deps.db.workspace(workspaceId)<{ workspace_id: number }>`
        select workspace_id from memberships`
      return rows.every((row) => row.workspace_id === workspaceId) && rows.length === 1
    }
    const reads = Array.from({ length: 500 }, (_, at) =>
      read(at % 3 ? mia.workspaceId : jo.workspaceId),
    )
    expect((await Promise.all(reads)).every(Boolean)).toBe(true)
  })

  test('a statement without a workspace fails with an error', async () => {
    await expect(
      service.deps.db.transaction('system', async (tx) => {
        await tx`set local role atelier_tenant`
        await tx`select * from teamspaces`
      }),
    ).rejects.toThrow()
  })
})
