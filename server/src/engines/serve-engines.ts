import { writeFile } from 'node:fs/promises'
import { flushCompileCache } from 'node:module'
import { EngineError } from './engine-error.ts'
import type { EngineTools, FromChild, ToChild } from './engine-registry.ts'
import { lowerPriority } from './lower-priority.ts'

interface AnyEngine {
  run(job: never, tools: EngineTools): Promise<unknown>
}

/** The child's side of `engine-process.ts`: runs one job at a time from the parent. */
export function serveEngines(engines: Record<string, () => Promise<AnyEngine>>): void {
  const [, , priority] = process.argv
  if (priority === 'low') lowerPriority()
  // If the machine runs out of memory, the kernel should kill this process, not the database.
  writeFile('/proc/self/oom_score_adj', '900').catch(() => {})

  const send = (message: FromChild) => void process.send?.(message)
  const onProgress: EngineTools['onProgress'] = (percent, stage) =>
    send({ kind: 'progress', percent, stage })
  const onPart = (part: unknown) => send({ kind: 'part', part })
  const compiled = new Set<string>()
  let running = new AbortController()
  process.on('message', async (message: ToChild) => {
    if (message.kind === 'cancel') return running.abort(cancelled())
    const { engine, job } = message
    running = new AbortController()
    try {
      const module = await engines[engine]?.()
      if (!module) throw new Error(`There is no engine named ${engine}`)
      // The type of `run` in `engine-process.ts` ensures that the job is for this engine.
      const result = await module.run(job as never, {
        onProgress,
        onPart,
        signal: running.signal,
      })
      send({ kind: 'result', result })
    } catch (error) {
      send({ kind: 'error', ...describe(running.signal.aborted ? cancelled() : error) })
    }
    // Frees this job's pixels before the next job reaches its memory peak.
    globalThis.gc?.()
    // Node does this at exit, but this process ends by SIGKILL.
    if (!compiled.has(engine)) flushCompileCache()
    compiled.add(engine)
  })
  process.on('disconnect', () => process.exit())
}

function cancelled(): EngineError {
  return new EngineError('cancelled', 'The task was cancelled.')
}

function describe(error: unknown) {
  if (!(error instanceof EngineError)) return { message: String(error) }
  const { code, message, field, retryable } = error
  return { code, message, retryable, ...(field !== undefined && { field }) }
}
