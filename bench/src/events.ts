import type { ChildProcess } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbeddedPostgres } from '@atelier/server/platform/postgres/embedded.ts'
import { printRatio } from './measure.ts'
import { measureLatency, openSocket, percentile } from './sockets/latency.ts'
import { type StartedAtelier, startAtelier } from './start-atelier.ts'

const pace = { perSecond: 100, seconds: 6 }
const path = '/api/v1/service/agent/notify'

/**
 * From the POST to the frame on a socket of another process: with both roles in each process, and
 * with the roles split. The limit is the POST itself, which responds when everything is durable.
 */
export async function events(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-bench-'))
  await chmod(folder, 0o755)
  const database = await openEmbeddedPostgres(folder)
  const children: ChildProcess[] = []
  const start = async (ATELIER_ROLES: string) => {
    const started = await startAtelier({ DATABASE_URL: database.url, ATELIER_ROLES })
    children.push(started.child)
    return started
  }
  try {
    const whole = await start('api,worker')
    await printLatency('one process', whole, whole)
    whole.child.kill('SIGKILL')
    const api = await start('api')
    const other = await start('api')
    await start('worker')
    await printLatency('split roles, same API process', api, api)
    await printLatency('split roles, another API process', api, other)
  } finally {
    for (const child of children) child.kill('SIGKILL')
    await database.release()
    await rm(folder, { recursive: true, force: true })
  }
}

async function printLatency(name: string, from: StartedAtelier, to: StartedAtelier): Promise<void> {
  const { authorization = '' } = to.headers
  const url = `${to.baseUrl.replace('http', 'ws')}/api/v1/ws?streams=user`
  const socket = await openSocket(url, authorization)
  const responses: number[] = []
  const post = async (n: number) => {
    const startedAt = performance.now()
    const answer = await fetch(from.baseUrl + path, {
      method: 'POST',
      headers: { ...from.headers, 'content-type': 'application/json' },
      body: JSON.stringify({
        userId: '1',
        workspaceId: '1',
        title: 'The report is ready',
        message: 'Reach grew by 12 % in the first week.',
        category: 'agentProgress',
        _extra: { n },
      }),
    })
    await answer.arrayBuffer()
    responses.push(performance.now() - startedAt)
    return undefined
  }
  await measureLatency(socket, post, { perSecond: 50, seconds: 2, first: 1_000_000 })
  responses.length = 0
  const { fromPost } = await measureLatency(socket, post, { ...pace, first: 1 })
  socket.terminate()
  const at = (all: number[], share: number) => `${percentile(all, share).toFixed(1)} ms`
  const response = responses.sort((a, b) => a - b)
  console.log(
    `${name}: frame p50 ${at(fromPost, 0.5)}, p99 ${at(fromPost, 0.99)}; response p50 ${at(response, 0.5)}, p99 ${at(response, 0.99)}`,
  )
  printRatio(
    '  p50 of the response ÷ p50 of the frame',
    percentile(response, 0.5) / percentile(fromPost, 0.5),
    0.3,
  )
}
