import type { ChildProcess } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbeddedPostgres } from '@atelier/server/platform/postgres/embedded.ts'
import { type Measured, printRatio, printTable, takeTurns } from './measure.ts'
import { startAtelier } from './start-atelier.ts'
import { startBare } from './start-bare.ts'

/** GET /workspaces/current through the whole stack, against a bare route with as many queries. */
export async function workspacesCurrent(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-bench-'))
  await chmod(folder, 0o755)
  const database = await openEmbeddedPostgres(folder)
  const children: ChildProcess[] = []
  try {
    const atelier = await startAtelier({ DATABASE_URL: database.url })
    children.push(atelier.child)
    const bare = await startBare(database.url)
    children.push(bare.child)
    const bareRoute = (name: string, path: string) => ({
      name,
      url: bare.baseUrl + path,
      headers: {},
      pid: bare.child.pid as number,
    })
    const measured = await takeTurns([
      {
        name: 'Atelier',
        url: `${atelier.baseUrl}/api/v1/workspaces/current`,
        headers: atelier.headers,
        pid: atelier.child.pid as number,
      },
      bareRoute('bare Fastify, two queries', '/two-queries'),
      bareRoute('bare Fastify, one query', '/one-query'),
      bareRoute('bare Fastify, no query', '/no-query'),
    ])
    printTable(measured.values())
    const rate = (name: string) => (measured.get(name) as Measured).requestsPerSecond
    printRatio(
      'Atelier ÷ bare with two queries',
      rate('Atelier') / rate('bare Fastify, two queries'),
      0.7,
    )
  } finally {
    for (const child of children) child.kill('SIGKILL')
    await database.release()
    await rm(folder, { recursive: true, force: true })
  }
}
