import type { EngineTools } from '../engine-registry.ts'
import { outsideFetch } from '../external/fetch.ts'
import { outsideConnect } from '../external/socket.ts'
import { createEngine, type EngineConfig } from './adapters/create-engine.ts'
import { type JobFiles, withFiles } from './job-files.ts'

export interface OutsideOutpaintingJob extends JobFiles {
  engine: EngineConfig
  /** Ranges of the operator's network that the engine may use. */
  allowCidrs: readonly string[]
}

/**
 * Outpainting by an external engine. Also runs in the child process, because it decodes images,
 * which can fail.
 */
export async function run(job: OutsideOutpaintingJob, { onProgress, signal }: EngineTools) {
  const { engine, allowCidrs, ...files } = job
  const fetch = outsideFetch(allowCidrs)
  const connect = outsideConnect(allowCidrs)
  return withFiles(files, (asked) =>
    createEngine(engine).outpaint(asked, { fetch, connect, onProgress, signal }),
  )
}
