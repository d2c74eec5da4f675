import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { basename, join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { clusterHome } from '../src/platform/postgres/cluster-home.ts'
import { expectNoPostmasters, findClusterFolder, listPostmasters } from './data-folders.ts'
import { type ServerProcess, useProcesses } from './processes.ts'
import { call, createTeamspace, teamspaces } from './server-client.ts'

const { dataFolder, runToExit, startServer } = useProcesses()

async function expectSpace(server: ServerProcess, id: number, name: string): Promise<void> {
  const { status, body } = await call(server, 'GET', `${teamspaces}/${id}`)
  expect({ status, name: body.name }).toEqual({ status: 200, name })
}

async function expectNoDatabase(dataDir: string): Promise<void> {
  await expectNoPostmasters(dataDir)
  expect(existsSync(join(await findClusterFolder(dataDir), 'postmaster.pid'))).toBe(false)
}

// Creating a database is the slow part, so these tests share one folder, one after another.
describe('a data folder with a space in its path', () => {
  let dataDir: string

  beforeAll(async () => {
    dataDir = await dataFolder({ name: 'my data' })
  })

  test('processes that start at once in the empty folder share one database; others join and are killed; the last one stops it', async () => {
    const [killed, last] = await Promise.all([startServer({ dataDir }), startServer({ dataDir })])
    const database = await listPostmasters(dataDir)
    expect(database).toHaveLength(1)
    const id = await createTeamspace(killed, 'Before the kill')
    await expectSpace(last, id, 'Before the kill')
    await expectSpace(killed, await createTeamspace(last, 'Through the last'), 'Through the last')

    await killed.kill9()
    await expectSpace(last, id, 'Before the kill')
    const third = await startServer({ dataDir })
    await expectSpace(third, id, 'Before the kill')
    expect(await listPostmasters(dataDir)).toEqual(database)

    expect((await third.stop()).code).toBe(0)
    expect(await listPostmasters(dataDir)).toEqual(database)
    await expectSpace(last, await createTeamspace(last, 'Without the others'), 'Without the others')

    expect((await last.stop('SIGINT')).code).toBe(0)
    await expectNoDatabase(dataDir)
  })

  test('if the port is taken, the error says what to do and no database keeps running', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const { code, output } = await runToExit({ dataDir, env: { PORT: String(port) } })
    other.close()
    expect(code).toBe(1)
    expect(output).toContain(`using port ${port}`)
    expect(output).toContain('choose another port: PORT=')
    await expectNoDatabase(dataDir)
  })
})

test('processes that choose another folder at the same time agree on one and leave no other behind', async () => {
  const parent = join(await dataFolder(), '..')
  const [dataDir, elsewhere] = [join(parent, 'closed'), join(parent, 'elsewhere')]
  await mkdir(dataDir, { mode: 0o700 })
  const someoneElse = { uid: (process.getuid?.() ?? 0) + 1, gid: (process.getgid?.() ?? 0) + 1 }
  const looking = Array.from({ length: 8 }, () => clusterHome(dataDir, someoneElse, elsewhere))
  const [home, ...others] = new Set(await Promise.all(looking))
  expect(others).toEqual([])
  expect(await readdir(elsewhere)).toEqual([basename(home as string)])
  expect(await readdir(dataDir)).toEqual(['postgres-is-at'])
})

describe('a folder that only its user can enter', () => {
  test('both processes find the same database; stopping together, they stop it', async () => {
    const dataDir = await dataFolder({ parentMode: 0o700 })
    const first = await startServer({ dataDir })
    if (process.getuid?.() === 0) await expectElsewhere(dataDir)
    const id = await createTeamspace(first, 'Elsewhere')
    const second = await startServer({ dataDir })
    await expectSpace(second, id, 'Elsewhere')
    expect(await listPostmasters(dataDir)).toHaveLength(1)
    const exits = await Promise.all([first.stop(), second.stop()])
    expect(exits.map(({ code }) => code)).toEqual([0, 0])
    await expectNoDatabase(dataDir)
  })

  /** PostgreSQL doesn't run as root, so its folder must be another one. A file says where. */
  async function expectElsewhere(dataDir: string): Promise<void> {
    const said = await readFile(join(dataDir, 'postgres-is-at'), 'utf8')
    expect(said).toMatch(/^\/var\/lib\/atelier\/[0-9a-f]{12}\n$/)
    expect(existsSync(join(said.trim(), 'server/cluster/PG_VERSION'))).toBe(true)
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false)
  }
})
