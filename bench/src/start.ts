import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbeddedPostgres } from '@atelier/server/platform/postgres/embedded.ts'
import { buildProgram } from '../../scripts/build-program.js'
import { cpuMicros, printRatio } from './measure.ts'
import { startAtelier } from './start-atelier.ts'
import { startBare } from './start-bare.ts'

const rounds = 5

/**
 * From the start of the process until it answers, beside a process with bare Fastify routes. The
 * ratio is of CPU time, which a busy machine hardly changes.
 */
export async function start(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-bench-'))
  await chmod(folder, 0o755)
  await buildProgram()
  const database = await openEmbeddedPostgres(folder)
  try {
    const startOurs = () => startAtelier({ DATABASE_URL: database.url })
    const first = await measureStart(startOurs)
    console.log(`Atelier, first start with an empty database: ${describeStart(first)}`)
    const ours = await measureStarts('Atelier', startOurs)
    const bare = await measureStarts('bare Fastify', () => startBare(database.url))
    printRatio('CPU time, bare ÷ Atelier', bare / ours, 0.1)
  } finally {
    await database.release()
    await rm(folder, { recursive: true, force: true })
  }
}

async function measureStarts(name: string, startService: StartService): Promise<number> {
  const starts: Start[] = []
  for (let round = 0; round < rounds; round++) starts.push(await measureStart(startService))
  const median = starts.sort((a, b) => a.cpuMs - b.cpuMs)[Math.floor(rounds / 2)] as Start
  console.log(`${name}: ${describeStart(median)}`)
  return median.cpuMs
}

async function measureStart(startService: StartService): Promise<Start> {
  const startedAt = performance.now()
  const { child, baseUrl } = await startService()
  await (await fetch(baseUrl)).arrayBuffer()
  const start = { ms: performance.now() - startedAt, cpuMs: cpuMicros(child.pid as number) / 1000 }
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
  return start
}

interface Start {
  ms: number
  cpuMs: number
}

type StartService = () => Promise<{ child: ChildProcess; baseUrl: string }>

const describeStart = ({ ms, cpuMs }: Start) => `${Math.round(ms)} ms, CPU ${Math.round(cpuMs)} ms`
