import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { EmbeddedPostgres } from '@atelier/server/platform/postgres/embedded.ts'
import autocannon from 'autocannon'
import { connectSql, type TestSql } from '../../../server/test/connect-sql.ts'
import type { StatementCounter } from '../../../server/test/statement-counter.ts'
import type { StartedAtelier } from '../start-atelier.ts'

export interface Operation {
  name: OperationName
  method: 'GET' | 'POST'
  path: string
  body?: object
}

export type OperationName =
  | 'read the workspace'
  | 'list tasks of a board'
  | 'create a board task'
  | 'notify a person'

/** What one request costs, with the events and jobs that follow from it. */
export interface Cost {
  name: OperationName
  serverMs: number
  databaseMs: number
  statements: number
  walBytes: number
  rowBytes: number
}

interface Measured {
  atelier: StartedAtelier
  database: EmbeddedPostgres
  counter: StatementCounter
}

/** As many as a busy team has on a board. */
const tasksOnBoard = 100
const requests = 1500
const connections = 8
/** After the last response: events, jobs and deliveries. */
const settleMs = 3000

export async function prepareOperations(atelier: StartedAtelier): Promise<Operation[]> {
  const post = async (path: string, body: object) => {
    const response = await fetch(atelier.baseUrl + path, {
      method: 'POST',
      headers: { ...atelier.headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return (await response.json()) as { id: string }
  }
  const { id: board } = await post('/api/v1/pm/boards', { title: 'Capacity' })
  for (let count = 0; count < tasksOnBoard; count++) {
    await post('/api/v1/pm/tasks', { board, title: `Task ${count}` })
  }
  const report = { title: 'The report is ready', message: 'Reach grew by 12 %.' }
  return [
    { name: 'read the workspace', method: 'GET', path: '/api/v1/workspaces/current' },
    {
      name: 'list tasks of a board',
      method: 'GET',
      path: `/api/v1/pm/tasks?board=${board}&page_size=50`,
    },
    {
      name: 'create a board task',
      method: 'POST',
      path: '/api/v1/pm/tasks',
      body: { board, title: 'Write the launch post', description: 'With an image.' },
    },
    {
      name: 'notify a person',
      method: 'POST',
      path: '/api/v1/service/agent/notify',
      body: { userId: '1', workspaceId: '1', category: 'agentTaskCompleted', ...report },
    },
  ]
}

export async function measureCost(
  { name, method, path, body }: Operation,
  { atelier, database, counter }: Measured,
): Promise<Cost> {
  const sql = connectSql(database.url)
  const serverPid = atelier.child.pid as number
  const postmaster = readPostmasterPid(database)
  const load = (amount: number) =>
    autocannon({
      url: atelier.baseUrl + path,
      method,
      headers: { ...atelier.headers, 'content-type': 'application/json' },
      connections,
      amount,
      ...(body && { body: JSON.stringify(body) }),
    })
  await load(100)
  await sleep(settleMs)
  const look = async () => ({
    server: cpuMs([serverPid]),
    database: cpuMs(listChildren(postmaster)),
    statements: counter.count(),
    ...(await sizes(sql)),
  })
  const before = await look()
  const { non2xx, errors } = await load(requests)
  if (non2xx + errors > 0) throw new Error(`${name}: ${non2xx} responses were not 2xx`)
  await sleep(settleMs)
  const after = await look()
  await sql.end()
  const each = (field: keyof typeof before) => (after[field] - before[field]) / requests
  return {
    name,
    serverMs: each('server'),
    databaseMs: each('database'),
    statements: each('statements'),
    walBytes: each('wal'),
    rowBytes: Math.max(0, each('bytes')),
  }
}

async function sizes(sql: TestSql): Promise<{ wal: number; bytes: number }> {
  const [row] = await sql<{ wal: number; bytes: number }>`
    select (pg_current_wal_lsn() - '0/0')::float8 as wal,
      pg_database_size(current_database())::float8 as bytes`
  return row as { wal: number; bytes: number }
}

function readPostmasterPid({ url }: EmbeddedPostgres): number {
  const { port } = new URL(url)
  const found = pids().find((pid) => read(pid, 'cmdline').includes(`\0-p\0${port}\0`))
  if (!found) throw new Error('The processes of PostgreSQL are readable on Linux only.')
  return found
}

const pids = () => readdirSync('/proc').map(Number).filter(Boolean)

function listChildren(parent: number): number[] {
  return pids().filter((pid) => Number(readStat(pid)[1]) === parent)
}

/** Processor time so far, in ticks of 10 ms. */
function cpuMs(processes: number[]): number {
  const ticks = processes.map((pid) => {
    const stat = readStat(pid)
    return Number(stat[11] ?? 0) + Number(stat[12] ?? 0)
  })
  return ticks.reduce((sum, one) => sum + one, 0) * 10
}

function readStat(pid: number): string[] {
  return read(pid, 'stat').split(') ')[1]?.split(' ') ?? []
}

function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
