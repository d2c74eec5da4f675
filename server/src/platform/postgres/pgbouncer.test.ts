import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useService, useTenant } from '../../../test/harness.ts'
import { hasPgBouncer, type PgBouncer, startPgBouncer } from '../../../test/pgbouncer.ts'
import { type Database, openDatabase } from './db.ts'
import { migrate } from './migrate.ts'
import { sharesBackends } from './pooler.ts'
import { defaultDatabaseSettings } from './settings.ts'

describe.skipIf(!hasPgBouncer)('behind PgBouncer in transaction mode', () => {
  const service = useService()
  const mia = useTenant(service)
  const jo = useTenant(service)
  let bouncer: PgBouncer
  let db: Database

  beforeAll(async () => {
    bouncer = await startPgBouncer(service.databaseUrl, 'transaction')
    db = openDatabase(bouncer.url, undefined, { ...defaultDatabaseSettings, readConnections: 20 })
  })
  afterAll(async () => {
    await db?.close()
    await bouncer?.stop()
  })

  test('it is noticed', async () => {
    expect(await sharesBackends(bouncer.url)).toBe(true)
    expect(await sharesBackends(service.databaseUrl)).toBe(false)
  })

  test('migrations are applied', async () => {
    expect(await migrate(bouncer.url)).toEqual([])
  })

  test('many reads and transactions of two workspaces each see their own rows', async () => {
    const read = async ({ workspaceId }: { workspaceId: number }) => {
      const rows = await db.workspace(workspaceId)<{ workspace_id: number }>`
        select workspace_id from memberships where ${1} = 1`
      return rows.map((row) => row.workspace_id).join() === String(workspaceId)
    }
    const write = async ({ workspaceId }: { workspaceId: number }) =>
      db.transaction(workspaceId, async (tx) => {
        const rows = await tx<{ id: number }>`update workspaces set updated_at = now() returning id`
        return rows.map(({ id }) => id).join() === String(workspaceId)
      })
    const work = Array.from({ length: 200 }, (_, at) => [mia, jo].map(at % 5 ? read : write)).flat()
    expect(await Promise.all(work)).toEqual(work.map(() => true))
  })

  test('a statement leaves nothing behind for those of other programs', async () => {
    await db.workspace(mia.workspaceId)`select 1`
    const [row] = await db.system`
      select current_setting('role') as role, current_setting('atelier.workspace_id', true) as id,
        (select count(*) from pg_prepared_statements) as prepared`
    expect(row).toEqual({ role: 'none', id: '', prepared: 0 })
  })
})
