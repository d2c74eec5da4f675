/** Engines for `engine-process.test.ts`. Each misbehaves as its request specifies. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { EngineTools } from './declare-engine.ts'
import { EngineError } from './engine-error.ts'
import { serveEngines } from './serve-engines.ts'

let jobs = 0
const hoard: Buffer[] = []

async function run(request: { do: string; megabytes?: number }, tools: EngineTools) {
  jobs++
  tools.onProgress(50, request.do)
  if (request.do === 'parts') for (const part of ['one', 'two']) tools.onPart(part)
  if (request.do === 'part and crash') {
    tools.onPart('one')
    // Messages are sent in order, so the part is out once this one is.
    const last = { kind: 'progress', percent: 60, stage: request.do }
    await new Promise<unknown>((resolve) => process.send?.(last, undefined, {}, resolve))
    process.abort()
  }
  if (request.do === 'tidy') {
    await new Promise((resolve) => tools.signal.addEventListener('abort', resolve))
    tools.onProgress(99, 'tidied')
    tools.signal.throwIfAborted()
  }
  if (request.do === 'spin') for (;;);
  if (request.do === 'hoard') {
    for (let at = 0; at < (request.megabytes ?? 0); at++) {
      hoard.push(Buffer.alloc(1 << 20, 1))
      if (at % 16 === 0) await sleep(1)
    }
    // Wait for the memory limit to kill this process.
    await new Promise(() => {})
  }
  if (request.do === 'crash') process.abort()
  if (request.do === 'exit') process.exit(3)
  if (request.do === 'bug') throw new Error('nobody foresaw this')
  if (request.do === 'refuse') throw new EngineError('no_subject_found', 'nothing there')
  return { pid: process.pid, jobs, environment: Object.keys(process.env) }
}

const engine = { load: async () => ({ run }) }
serveEngines({
  removeBackground: engine,
  other: engine,
  edit: engine,
  inspect: engine,
  thumbnail: engine,
})
