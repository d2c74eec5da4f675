import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isAlive } from '../src/lib/is-alive.ts'
import { expectNoPostmasters, listPostmasters, removeDataFolder } from './data-folders.ts'
import { until } from './server-client.ts'
import { sample } from './soak.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

/** A signal to the process that a person or a supervisor sees stops all processes behind it. */
const root = join(import.meta.dirname, '../..')
const groups: number[] = []
let parent: string
let dataDir: string
let database: TestDatabase

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'atelier-npm-'))
  dataDir = join(parent, 'data')
  database = await createTestDatabase()
})
afterAll(async () => {
  for (const group of groups) if (isAlive(-group)) process.kill(-group, 'SIGKILL')
  await removeDataFolder(dataDir, parent)
  await database.drop()
})

function launch(command: string, args: string[], env: Record<string, string>): ChildProcess {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(command, args, {
    cwd: root,
    env: { PATH, HOME, PORT: '0', ATELIER_DATA_DIR: dataDir, ATELIER_LOG_LEVEL: 'warn', ...env },
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  groups.push(child.pid as number)
  return child
}

/** The process that serves, from its own output. */
async function serverPid(child: ChildProcess): Promise<number> {
  let text = ''
  for await (const piece of child.stdout ?? []) {
    text += piece
    const line = /^\{.*\}$/m.exec(text)?.[0]
    if (line) return JSON.parse(line).pid
  }
  throw new Error(`It ended before it served:\n${text}`)
}

type Case = [command: string, signal: NodeJS.Signals, database: 'embedded' | 'external']

// Creating a data folder takes longest, so only the first case has its own PostgreSQL to stop.
const short: Case[] = [
  ['npm start', 'SIGTERM', 'embedded'],
  ['npm start', 'SIGINT', 'external'],
  ['npm start', 'SIGKILL', 'external'],
  ['npm run dev', 'SIGTERM', 'external'],
  ['npx', 'SIGINT', 'external'],
]
const cases = sample<Case[]>(short, [...short, ['npx', 'SIGTERM', 'external']])

test.each(cases)(
  '%s leaves nothing behind after %s (%s database)',
  async (command, signal, where) => {
    const rest = command === 'npx' ? ['atelier', 'serve', '--json'] : ['--', '--json']
    const [program = '', ...args] = [...command.split(' '), ...rest]
    const child = launch(program, args, where === 'external' ? { DATABASE_URL: database.url } : {})
    const group = child.pid as number
    const server = await serverPid(child)
    child.stdout?.resume()
    expect(isAlive(server)).toBe(true)
    expect(await listPostmasters(dataDir)).toHaveLength(where === 'embedded' ? 1 : 0)
    child.kill(signal)
    await until('the server to stop', async () => !isAlive(server) && !isAlive(-group))
    await expectNoPostmasters(dataDir)
  },
)
