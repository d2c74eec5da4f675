import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { beforeAll, expect, test } from 'vitest'
import { catchError } from '../../../test/catch-error.ts'
import { connectSql } from '../../../test/connect-sql.ts'
import { useService, useTenant } from '../../../test/harness.ts'
import { type Database, openDatabase, type Tx } from './db.ts'
import { defaultDatabaseSettings } from './settings.ts'

/** Each statement counts in a sequence whether it ran, because a rollback does not undo that. */
const service = useService()
const mia = useTenant(service)
const jo = useTenant(service)

beforeAll(async () => {
  const admin = connectSql(service.databaseUrl)
  await admin.run('create sequence runs; grant usage on runs to atelier_tenant')
  await admin.end()
})

/** All statements on one connection, so that one would meet what another left. */
async function withOneConnection(
  url: string,
  work: (db: Database) => Promise<void>,
): Promise<void> {
  const one = { ...defaultDatabaseSettings, connections: 1, readConnections: 1, transactions: 1 }
  const db = openDatabase(url, 'scope', one)
  try {
    await work(db)
  } finally {
    await db.close()
  }
}

async function expectNothingRan(): Promise<void> {
  const [row] = await service.deps.db.system`select is_called from runs`
  expect(row?.is_called).toBe(false)
}

const countTwice = (tx: Tx) =>
  Promise.allSettled([tx`select nextval('runs')`, tx`select nextval('runs')`])

/** PostgreSQL refuses to set this, so entering the workspace fails. */
const impossible = '\0' as never

test('a statement does not run if entering its workspace fails', async () => {
  await withOneConnection(service.databaseUrl, async (db) => {
    const read = (id: number) => db.workspace(id)`select workspace_id from memberships`
    for (const { workspaceId } of [mia, jo]) {
      expect(await read(workspaceId)).toEqual([{ workspace_id: workspaceId }])
      const refused = db.workspace(impossible)`select nextval('runs')`
      expect(await catchError(refused)).toMatchObject({ code: '22021' })
      const failed = db.transaction(impossible, countTwice)
      expect(await catchError(failed)).toMatchObject({ code: '22021' })
    }
    await expectNothingRan()
  })
})

test('a statement that comes next on the connection is in no workspace', async () => {
  await withOneConnection(service.databaseUrl, async (db) => {
    await db.workspace(mia.workspaceId)`select 1`
    await db.transaction(jo.workspaceId, (tx) => tx`select 1`)
    const [row] = await db.system`
      select current_setting('role') as role, current_setting('atelier.workspace_id', true) as id`
    expect(row).toEqual({ role: 'none', id: '' })
  })
})

test('nothing runs outside a transaction that could not begin', async () => {
  const { port, hostname } = new URL(service.databaseUrl)
  const proxy = createServer((client) => {
    const server = connect(Number(port), hostname)
    client.on('data', (bytes) => {
      const wrong = bytes.toString('latin1').replaceAll('begin\0', 'begxn\0')
      server.write(Buffer.from(wrong, 'latin1'))
    })
    server.pipe(client)
    for (const socket of [client, server]) {
      socket.on('error', () => {})
      socket.on('close', () => [client, server].map((one) => one.destroy()))
    }
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  const url = new URL(service.databaseUrl)
  url.port = String((proxy.address() as AddressInfo).port)
  await withOneConnection(url.href, async (db) => {
    await db.workspace(mia.workspaceId)`select ${1}::int`
    for (const scope of [mia.workspaceId, 'system'] as const) {
      const failed = db.transaction(scope, countTwice)
      expect(await catchError(failed)).toMatchObject({ code: '42601' })
    }
    const nested = db.atomically('system', (inside) => inside.transaction(1, countTwice))
    expect(await catchError(nested)).toMatchObject({ code: '42601' })
    await expectNothingRan()
  })
  proxy.close()
})
