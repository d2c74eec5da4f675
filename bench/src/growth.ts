import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getTaskActivity } from '@atelier/server/features/boards/activity/read-activity.ts'
import { getBoard } from '@atelier/server/features/boards/read-boards.ts'
import { operator } from '@atelier/server/features/workspaces/operator.ts'
import { type Database, openDatabase } from '@atelier/server/platform/postgres/db.ts'
import { openEmbeddedPostgres } from '@atelier/server/platform/postgres/embedded.ts'
import { connectSql, type TestSql } from '../../server/test/connect-sql.ts'
import { type ActivityScene, fillActivity, makeActivityScene } from './growth/activity.ts'
import { type StartedAtelier, startAtelier } from './start-atelier.ts'

/** Reads whose cost must not grow with the tables. */
interface Growing {
  fill(sql: TestSql, rows: number): Promise<void>
  reads: Record<string, () => Promise<unknown>>
}

const [few, many] = [10_000, 5_000_000]
const aim = 1.5
const rounds = 7
const readsARound = 150

/**
 * Runs the same reads on the same database with ten thousand rows and with five million, through
 * the use cases and over HTTP; prints how much longer they take.
 */
export async function growth(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-bench-'))
  await chmod(folder, 0o755)
  const server = await openEmbeddedPostgres(folder)
  const atelier = await startAtelier({ DATABASE_URL: server.url })
  const db = openDatabase(server.url, 'bench')
  const sql = connectSql(server.url)
  try {
    const parts: Growing[] = [await activity(atelier, db)]
    const before = await measure(parts, sql, few)
    const after = await measure(parts, sql, many)
    console.log(`\n${' '.repeat(34)}${label(few)}${label(many)}   ratio`)
    for (const [name, first] of before) {
      const then = after.get(name) as number
      const ratio = then / first
      const verdict = ratio <= aim ? 'reached' : 'NOT reached'
      const times = `${milliseconds(first)}${milliseconds(then)}`
      console.log(`${name.padEnd(34)}${times}    ${ratio.toFixed(2)} (target ≤ ${aim}: ${verdict})`)
    }
  } finally {
    atelier.child.kill('SIGKILL')
    await sql.end()
    await db.close()
    await server.release()
    await rm(folder, { recursive: true, force: true })
  }
}

async function activity(atelier: StartedAtelier, db: Database): Promise<Growing> {
  const scene: ActivityScene = await makeActivityScene(atelier)
  const actor = await operator({ db }, {})
  const page = (number: number) =>
    getTaskActivity({ db }, actor, scene.taskId, { page: number, page_size: 10 })
  let lastPage = 1
  const http = (path: string) => async () => {
    const response = await fetch(`${atelier.baseUrl}/api/v1/pm${path}`, {
      headers: atelier.headers,
    })
    const text = await response.text()
    if (response.status !== 200) throw new Error(text)
  }
  const path = `/tasks/${scene.taskId}/activity?page_size=10`
  return {
    fill: async (sql, rows) => {
      await fillActivity(sql, scene, rows)
      lastPage = Math.ceil((await page(1)).count / 10)
    },
    reads: {
      'activity, page 1': () => page(1),
      'activity, page 1,000': () => page(1000),
      'activity, last page': () => page(lastPage),
      board: () => getBoard({ db }, actor, scene.boardId, 'statuses'),
      'activity, page 1, over HTTP': http(`${path}&page=1`),
      'activity, page 1,000, over HTTP': http(`${path}&page=1000`),
      'board, over HTTP': http(`/boards/${scene.boardId}?expand=statuses`),
    },
  }
}

/** The median of each read in its best round, because other load on the machine only adds time. */
async function measure(parts: Growing[], sql: TestSql, rows: number) {
  const startedAt = performance.now()
  for (const part of parts) await part.fill(sql, rows)
  const seconds = (performance.now() - startedAt) / 1000
  console.log(`${rows.toLocaleString('en')} rows, filled in ${seconds.toFixed(0)} s`)
  const best = new Map<string, number>()
  const reads = parts.flatMap((part) => Object.entries(part.reads))
  for (let round = 0; round <= rounds; round++) {
    for (const [name, read] of reads) {
      const median = await medianOf(read)
      if (round > 0) best.set(name, Math.min(median, best.get(name) ?? Number.POSITIVE_INFINITY))
    }
  }
  return best
}

async function medianOf(read: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let at = 0; at < readsARound; at++) {
    const startedAt = performance.now()
    await read()
    times.push(performance.now() - startedAt)
  }
  return times.sort((a, b) => a - b)[Math.floor(readsARound / 2)] as number
}

function label(rows: number): string {
  return `${rows.toLocaleString('en')} rows`.padStart(16)
}

function milliseconds(value: number): string {
  return `${value.toFixed(2)} ms`.padStart(16)
}
