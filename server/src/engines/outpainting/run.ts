import type { EngineTools } from '../engine-registry.ts'
import { type JobFiles, withFiles } from './job-files.ts'
import { outpaint } from './outpaint.ts'

export interface OutpaintingJob extends JobFiles {
  models: { migan: string }
  threads?: number
}

/** Outpainting with the embedded model, for the child process. */
export async function run(job: OutpaintingJob, { onProgress }: EngineTools) {
  const { models, threads = 2, ...files } = job
  return withFiles(files, (asked) => outpaint(asked, { models, threads, onProgress }))
}
