import type { EngineTools } from '../declare-engine.ts'
import { type RequestFiles, withFiles } from './job-files.ts'
import { outpaint } from './outpaint.ts'

export interface OutpaintingRequest extends RequestFiles {
  models: { migan: string }
  threads?: number
}

/** Outpainting with the embedded model, for the child process. */
export async function run(job: OutpaintingRequest, { onProgress }: EngineTools) {
  const { models, threads = 2, ...files } = job
  return withFiles(files, (asked) => outpaint(asked, { models, threads, onProgress }))
}
