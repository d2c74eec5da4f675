/** Engines for `engine-process.test.ts`. Each misbehaves as its job specifies. */
import { setTimeout as sleep } from 'node:timers/promises'
import { EngineError } from './engine-error.ts'
import type { EngineTools } from './engine-registry.ts'
import { serveEngines } from './serve-engines.ts'

let jobs = 0
const hoard: Buffer[] = []

async function run(job: { do: string; megabytes?: number }, tools: EngineTools) {
  jobs++
  tools.onProgress(50, job.do)
  if (job.do === 'parts') for (const part of ['one', 'two']) tools.onPart(part)
  if (job.do === 'part and crash') {
    tools.onPart('one')
    // Messages are sent in order, so the part is out once this one is.
    const last = { kind: 'progress', percent: 60, stage: job.do }
    await new Promise<unknown>((resolve) => process.send?.(last, undefined, {}, resolve))
    process.abort()
  }
  if (job.do === 'tidy') {
    await new Promise((resolve) => tools.signal.addEventListener('abort', resolve))
    tools.onProgress(99, 'tidied')
    tools.signal.throwIfAborted()
  }
  if (job.do === 'spin') for (;;);
  if (job.do === 'hoard') {
    for (let at = 0; at < (job.megabytes ?? 0); at++) {
      hoard.push(Buffer.alloc(1 << 20, 1))
      if (at % 16 === 0) await sleep(1)
    }
    // Wait for the memory limit to kill this process.
    await new Promise(() => {})
  }
  if (job.do === 'crash') process.abort()
  if (job.do === 'exit') process.exit(3)
  if (job.do === 'bug') throw new Error('nobody foresaw this')
  if (job.do === 'refuse') throw new EngineError('no_subject_found', 'nothing there')
  return { pid: process.pid, jobs, environment: Object.keys(process.env) }
}

const engine = async () => ({ run })
serveEngines({
  background: engine,
  other: engine,
  editing: engine,
  inspection: engine,
  thumbnail: engine,
})
