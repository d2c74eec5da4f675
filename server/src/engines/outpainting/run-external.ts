import type { EngineTools } from '../engine-registry.ts'
import { outsideFetch } from '../external/fetch.ts'
import { createEngine, type EngineConfig } from './adapters/create-engine.ts'
import { type JobFiles, withFiles } from './job-files.ts'

export interface OutsideOutpaintingJob extends JobFiles {
  engine: EngineConfig
  /** Ranges of the operator's network where the engine may be. */
  allowCidrs: readonly string[]
}

/**
 * Outpainting by an engine elsewhere. In the child process too: what is sent to it and what comes
 * back are pictures that have to be read, and reading can go wrong.
 */
export async function run(job: OutsideOutpaintingJob, { onProgress, signal }: EngineTools) {
  const { engine, allowCidrs, ...files } = job
  const fetch = outsideFetch(allowCidrs)
  return withFiles(files, (asked) =>
    createEngine(engine).outpaint(asked, { fetch, onProgress, signal }),
  )
}
