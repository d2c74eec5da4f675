import { mkdir, writeFile } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { freePort } from '../../../server/src/platform/postgres/free-port.ts'
import { withDatabase } from '../../../server/test/global-setup.ts'
import { useFolder } from '../../../server/test/use-folder.ts'
import { readSettings } from './configuration.ts'
import { dataFolder } from './data-folder.ts'
import { examineDatabase } from './database.ts'
import { databaseFiles } from './embedded.ts'
import { node } from './node.ts'
import { port } from './port.ts'
import { redis } from './redis.ts'

const opened: Server[] = []
const folder = useFolder()

afterAll(async () => {
  for (const server of opened) server.close()
})

const settings = (env: Record<string, string>) => readSettings(env).settings

function withPassword(url: string, password: string): string {
  const changed = new URL(url)
  changed.password = password
  return changed.href
}

async function listen(server: Server): Promise<number> {
  opened.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

describe('node', () => {
  it('reports a version that is too old', () => {
    expect(node('v24.0.0', '/bin/node').status).toBe('ok')
    expect(node('v22.19.0', '/bin/node').status).toBe('problem')
  })
})

describe('database', () => {
  it('reports why it cannot be reached', async () => {
    const url = inject('databaseUrl')
    const states: [string, string][] = [
      [withPassword(url, 'geheim'), 'refused the user or the password'],
      [withDatabase(url, 'cli_nowhere'), 'does not exist'],
    ]
    const answers = states.map(async ([place, message]) => {
      const [found, role, schema] = await examineDatabase(settings({ DATABASE_URL: place }))
      expect(found).toMatchObject({ name: 'Database', status: 'problem' })
      expect(found?.found).toContain(message)
      expect([role?.status, schema?.status]).toEqual(['skipped', 'skipped'])
      expect(JSON.stringify(found)).not.toContain('geheim')
    })
    await Promise.all(answers)
  })
})

describe('database files', () => {
  it('a missing database is a problem, not a reason to create a new one', async () => {
    const dataDir = join(folder, 'moved')
    await mkdir(dataDir)
    await writeFile(join(dataDir, 'postgres-is-at'), '/var/lib/atelier/is-gone\n')
    const files = await databaseFiles(dataDir)
    expect(files).toMatchObject({ status: 'problem' })
    expect(files.found).toContain('/var/lib/atelier/is-gone')
  })
})

describe('data folder', () => {
  it('too little free space is a warning', async () => {
    expect(await dataFolder(folder, 1)).toMatchObject({ status: 'ok' })
    expect(await dataFolder(folder, Infinity)).toMatchObject({ status: 'warning' })
  })
})

describe('servers that never answer', () => {
  it('are problems, for both database and Redis', async () => {
    // Accepts the connection and closes it, as a proxy does when its server is gone.
    const proxy = await listen(createServer((socket) => void setTimeout(() => socket.end(), 50)))
    const silent = await listen(createServer())
    const [[database], found] = await Promise.all([
      examineDatabase(settings({ DATABASE_URL: `postgres://someone@127.0.0.1:${proxy}/x` })),
      redis(settings({ REDIS_URL: `redis://127.0.0.1:${silent}` })),
    ])
    expect(database).toMatchObject({ name: 'Database', status: 'problem' })
    expect(database?.found).toContain('closed the connection')
    expect(found).toMatchObject({ status: 'problem' })
    expect(found.found).toContain('no answer in 3 s')
  })
})

describe('redis', () => {
  it('reports whether Redis answers or rejects the credentials', async () => {
    const fake = (answer: string) => (socket: Socket) =>
      void socket.on('data', (data) => {
        const commands = String(data).match(/^\*\d/gm) ?? []
        socket.write(answer.repeat(commands.length))
      })
    const well = await listen(createServer(fake('+PONG\r\n')))
    const closed = await listen(createServer(fake('-NOAUTH Authentication required.\r\n')))
    const look = (port: number) => redis(settings({ REDIS_URL: `redis://127.0.0.1:${port}` }))
    const [ok, refused] = await Promise.all([well, closed].map(look))
    expect(ok).toMatchObject({ status: 'ok', found: `answers at 127.0.0.1:${well}` })
    expect(refused).toMatchObject({ status: 'problem', fix: 'Correct REDIS_URL.' })
  })
})

describe('port', () => {
  const look = (number: number, host = '127.0.0.1') =>
    port(settings({ ATELIER_HOST: host, PORT: String(number) }))

  it('reports a free port, an Atelier that is not ready, and an address of another machine', async () => {
    const notReady = await listen(
      createHttpServer(({ url: path }, response) => {
        const ready = { status: 'not ready', checks: { database: 'does not answer' } }
        response.writeHead(path === '/readyz' ? 503 : 200)
        response.end(JSON.stringify(path === '/readyz' ? ready : { status: 'ok' }))
      }),
    )
    const free = await freePort()
    expect(await look(free)).toMatchObject({ status: 'ok', found: `${free} on 127.0.0.1 is free` })
    const unready = await look(notReady)
    expect(unready).toMatchObject({ status: 'problem' })
    expect(unready.found).toContain('not ready: its database does not answer')
    const nowhere = await look(free, '192.0.2.1')
    expect(nowhere).toMatchObject({ status: 'problem' })
    expect(nowhere.fix).toContain('ATELIER_HOST')
  })
})
