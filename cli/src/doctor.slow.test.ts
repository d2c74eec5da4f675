import { chmod, chown, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo, Server } from 'node:net'
import { join } from 'node:path'
import { canReach } from '@atelier/server/platform/postgres/cluster-home.ts'
import { openDatabase } from '@atelier/server/platform/postgres/db.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withDatabase } from '../../server/test/global-setup.ts'
import { useService } from '../../server/test/harness.ts'
import { useProcesses } from '../../server/test/processes.ts'
import type { Check } from './doctor/check.ts'
import { databaseFiles } from './doctor/embedded.ts'
import { useAtelier } from './test-atelier.ts'

const service = useService()
const atelier = useAtelier()
const processes = useProcesses()
const isRoot = process.getuid?.() === 0
/** Root can access everything, so it checks as another user, if that user can read this folder. */
const stranger = { uid: 12_345, gid: 12_345 }
const strangerCanRun = !isRoot || (await canReach(import.meta.dirname, stranger))
const opened: Server[] = []
let url: string

beforeAll(() => {
  url = service.databaseUrl
})

afterAll(() => {
  for (const server of opened) server.close()
})

/** Doctor's result for each check, by name. PORT defaults to 0, because any port may be in use. */
async function examine(
  env: Record<string, string>,
  run: typeof atelier.run = atelier.runInProcess,
) {
  // In this process the current folder is the repository, so the data folder must be set.
  const dataDir = run === atelier.runInProcess && { ATELIER_DATA_DIR: join(atelier.folder, 'data') }
  const { code, stdout, stderr } = await run(['doctor', '--json'], {
    env: { PORT: '0', ...dataDir, ...env },
  })
  expect(stderr).toBe('')
  const { ok, checks } = JSON.parse(stdout) as { ok: boolean; checks: Check[] }
  expect(code).toBe(ok ? 0 : 1)
  expect(ok).toBe(checks.every(({ status }) => status !== 'problem'))
  for (const { status, fix } of checks) expect(fix === null).toBe(status === 'ok')
  const named = (name: string) => checks.find((check) => check.name === name) as Check
  return { ok, checks, named, stdout }
}

const database = (name: string) => withDatabase(url, name)

const asUser = (user: string, place: string) => {
  const changed = new URL(place)
  changed.username = user
  changed.password = 'pw'
  return changed.href
}

async function listen(server: Server): Promise<number> {
  opened.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

describe('a healthy installation', () => {
  it('with an external PostgreSQL has no problems', async () => {
    const { code, stdout } = await atelier.run(['doctor'], {
      env: { DATABASE_URL: url, PORT: '0', ATELIER_DATA_DIR: atelier.folder },
    })
    expect(code).toBe(0)
    const lines = stdout.split('\n')
    expect(lines[0]).toBe(`ok       Node            ${process.version}, ${process.execPath}`)
    expect(stdout).toMatch(/\nok {7}Database {8}PostgreSQL \d+\S* at \S+, as atelier\n/)
    expect(stdout).toMatch(/\nok {7}Schema {10}up to date\n/)
    expect(stdout).toMatch(/\n\nNo problems: Atelier can run here\.\n$/)
    expect(stdout).not.toContain('\u001b')
    expect(stdout).not.toContain(new URL(url).password)
  })

  it('that was never started is left empty', async () => {
    const { ok, named } = await examine({}, atelier.run)
    expect(ok).toBe(true)
    expect(named('PostgreSQL').status).toBe('ok')
    expect(named('Data folder')).toMatchObject({ status: 'ok' })
    expect(named('Data folder').found).toContain('created on the first start')
    expect(named('Database').status).toBe('skipped')
    expect(named('Database').found).toContain('Not created yet')
    expect(await readdir(atelier.folder)).toEqual([])
  })
})

describe('configuration', () => {
  it('lists every mistake and still runs the other checks', async () => {
    const { ok, named, stdout } = await examine({
      PORT: 'abc',
      ATELIER_TYPO: '1',
      DATABASE_URL: 'mysql://someone:geheim@host/x',
      REDIS_URL: 'nonsense',
    })
    expect(ok).toBe(false)
    const { status, found } = named('Configuration')
    expect(status).toBe('problem')
    for (const name of ['PORT', 'ATELIER_TYPO', 'DATABASE_URL', 'REDIS_URL']) {
      expect(found).toContain(name)
    }
    expect(named('Data folder').status).toBe('ok')
    for (const name of ['Database', 'Schema', 'Redis', 'Port', 'PostgreSQL']) {
      expect(named(name).status, name).toBe('skipped')
    }
    expect(stdout).not.toContain('geheim')
  })
})

describe('a machine on which everything is wrong', () => {
  it('gets one list of problems, without secrets', async () => {
    // Reports that it is healthy, as many programs do, but it isn't Atelier.
    const other = createHttpServer((_request, response) => void response.end('{"status":"ok"}'))
    const file = join(atelier.folder, 'file')
    await writeFile(file, '')
    const { code, stdout } = await atelier.run(['doctor'], {
      env: {
        DATABASE_URL: 'postgres://someone:geheim@127.0.0.1:1/x',
        REDIS_URL: 'redis://:geheim@127.0.0.1:1',
        ATELIER_DATA_DIR: join(file, 'data'),
        ATELIER_HOST: '127.0.0.1',
        PORT: String(await listen(other)),
      },
    })
    await rm(file)
    expect(code).toBe(1)
    for (const [name, found] of [
      ['Data folder', `${file} is not a folder`],
      ['Database', 'PostgreSQL does not answer at DATABASE_URL'],
      ['Redis', 'Redis does not answer at 127.0.0.1:1'],
      ['Port', 'Another program uses'],
    ]) {
      expect(stdout).toContain(`problem  ${name?.padEnd(16)}${found}`)
    }
    expect(stdout.match(/^ {25}→ /gm)).toHaveLength(4)
    expect(stdout).toMatch(/\n\n4 problems: follow the steps marked →, then run this again\.\n$/)
    expect(stdout).not.toContain('geheim')
  })
})

describe('database', () => {
  it('reports pending, changed and newer schemas without changing them, and failed jobs', async () => {
    await service.deps.db.system`create database cli_doctor`
    const place = database('cli_doctor')
    const { ok, named } = await examine({ DATABASE_URL: place })
    expect(ok).toBe(true)
    expect(named('Schema')).toMatchObject({ status: 'warning' })
    expect(named('Schema').found).toContain('0001_foundation.sql')
    const db = openDatabase(place)
    const [table] = await db.system`select to_regclass('schema_migrations') as found`
    expect(table).toEqual({ found: null })

    expect((await atelier.runInProcess(['migrate'], { env: { DATABASE_URL: place } })).code).toBe(0)
    await db.system`insert into schema_migrations (name, sha256) values ('9999_later.sql', '')`
    await db.system`insert into jobs (queue, data, error, failed_at) values
      ('letters', '{}', 'closed', now() - interval '1 day'), ('letters', '{}', 'gone', now())`
    const newer = await examine({ DATABASE_URL: place })
    expect(newer.named('Jobs')).toMatchObject({ status: 'warning' })
    expect(newer.named('Jobs').found).toContain('letters: 2, last with "gone"')
    expect(newer.named('Schema')).toMatchObject({ status: 'warning' })
    expect(newer.named('Schema').found).toContain('9999_later.sql')
    await db.system`update schema_migrations set sha256 = 'other' where name like '0001%'`
    const changed = await examine({ DATABASE_URL: place })
    expect(changed.named('Schema')).toMatchObject({ status: 'problem' })
    expect(changed.named('Schema').found).toContain(
      '0001_foundation.sql was changed after it was applied',
    )
    await db.close()
  })

  it('shows the grant that a user without the tenant role needs, and that grant is enough', async () => {
    const { db } = service.deps
    await db.system`create role cli_plain login password 'pw'`
    await db.system`create database cli_plain owner cli_plain`
    const place = asUser('cli_plain', database('cli_plain'))
    const before = await examine({ DATABASE_URL: place })
    expect(before.named('Database').status).toBe('ok')
    expect(before.named('Tenant role')).toMatchObject({
      status: 'problem',
      fix: 'Run as a superuser: grant atelier_tenant to "cli_plain"',
    })
    await db.system`grant atelier_tenant to "cli_plain"`
    expect((await atelier.runInProcess(['migrate'], { env: { DATABASE_URL: place } })).code).toBe(0)
    const after = await examine({ DATABASE_URL: place })
    expect(after.ok).toBe(true)
    expect(after.named('Tenant role').status).toBe('ok')
    expect(after.named('Schema').status).toBe('ok')
  })

  it('reports a user who may not create tables, and one who may not use them', async () => {
    const { db } = service.deps
    await db.system`create role cli_guest login password 'pw' in role atelier_tenant`
    await db.system`create database cli_others`
    const [noTables, foreign] = await Promise.all([
      examine({ DATABASE_URL: asUser('cli_guest', database('cli_others')) }),
      examine({ DATABASE_URL: asUser('cli_guest', url) }),
    ])
    expect(noTables.named('Schema')).toMatchObject({ status: 'problem' })
    expect(noTables.named('Schema').fix).toContain('grant create on schema public to "cli_guest"')
    expect(foreign.named('Schema')).toMatchObject({ status: 'problem' })
    expect(foreign.named('Schema').found).toContain('The tables belong to atelier')
  })
})

describe('embedded PostgreSQL', () => {
  it('is checked while running and after stopping, including owners and modes', async () => {
    const dataDir = await processes.dataFolder()
    const server = await processes.startServer({ dataDir })
    const { port: held } = new URL(server.baseUrl)
    const running = await examine({ ATELIER_DATA_DIR: dataDir, PORT: held })
    expect(running.ok).toBe(true)
    expect(running.named('Database').found).toContain('in the data folder')
    expect(running.named('Schema')).toMatchObject({ status: 'ok', found: 'up to date' })
    expect(running.named('Database files').status).toBe('ok')
    expect(running.named('Port').found).toBe(`Atelier is running on ${held} and is ready`)

    await server.stop()
    const stopped = await examine({ ATELIER_DATA_DIR: dataDir })
    expect(stopped.ok).toBe(true)
    expect(stopped.named('Database')).toMatchObject({ status: 'skipped' })
    expect(stopped.named('Database').found).toContain('Not running')

    const cluster = join(dataDir, 'postgres', 'server', 'cluster')
    await chmod(cluster, 0o755)
    expect(await databaseFiles(dataDir)).toMatchObject({
      status: 'problem',
      fix: `Run: chmod 700 "${cluster}"`,
    })
    await chmod(cluster, 0o700)
    if (!isRoot) return
    await chown(join(cluster, 'base'), 1, 1)
    const foreign = await databaseFiles(dataDir)
    expect(foreign).toMatchObject({ status: 'problem' })
    expect(foreign.found).toContain('belongs to user 1,')
  })

  it('that is not installed is reported by doctor and migrate', async () => {
    const otherMachine = `data:text/javascript,Object.defineProperty(process,'arch',{value:'mips'})`
    const env = { NODE_OPTIONS: `--import=${otherMachine}` }
    const { ok, named } = await examine(env, atelier.run)
    expect(ok).toBe(false)
    expect(named('PostgreSQL')).toMatchObject({ status: 'problem' })
    expect(named('PostgreSQL').fix).toContain('npm ci')
    const dataDir = join(atelier.folder, 'other-machine')
    const { code, stderr } = await atelier.run(['migrate'], {
      env: { ...env, ATELIER_DATA_DIR: dataDir },
    })
    expect(code).toBe(1)
    expect(stderr).toContain('mips is missing. Run "npm ci"')
    await rm(dataDir, { recursive: true })
  })
})

describe('data folder', () => {
  it.skipIf(!strangerCanRun)('without access for the user is a problem', async () => {
    const closed = await processes.dataFolder()
    await mkdir(closed, { mode: 0o555 })
    const env = { ATELIER_DATA_DIR: closed, DATABASE_URL: url }
    const { named } = await examine(env, (args, options) =>
      atelier.run(args, { ...options, ...(isRoot && { uid: stranger.uid }) }),
    )
    expect(named('Data folder')).toMatchObject({
      status: 'problem',
      found: `${closed} cannot be written to (EACCES).`,
    })
  })
})
