import { writeFile } from 'node:fs/promises'
import { flushCompileCache } from 'node:module'
import type { EngineTools } from './declare-engine.ts'
import { EngineError } from './engine-error.ts'
import type { FromChild, ToChild } from './engine-list.ts'
import { lowerPriority } from './lower-priority.ts'

interface AnyEngine {
  load(): Promise<{ run(request: never, tools: never): Promise<unknown> }>
}

/** The child's side of `engine-process.ts`: handles one request at a time from the parent. */
export function serveEngines(engines: Record<string, AnyEngine>): void {
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
    const { engine, request } = message
    running = new AbortController()
    try {
      const module = await engines[engine]?.load()
      if (!module) throw new Error(`There is no engine named ${engine}`)
      const tools: EngineTools = { onProgress, onPart, signal: running.signal }
      // The type of `run` in `engine-process.ts` ensures that the request is for this engine.
      const result = await module.run(request as never, tools as never)
      send({ kind: 'result', result })
    } catch (error) {
      send({ kind: 'error', ...describe(running.signal.aborted ? cancelled() : error) })
    }
    // Frees these pixels before the next request reaches its memory peak.
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
