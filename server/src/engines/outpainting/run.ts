import type { EngineTools } from '../declare-engine.ts'
import { outpaint } from './outpaint.ts'
import { type RequestFiles, withFiles } from './request-files.ts'

export interface OutpaintingRequest extends RequestFiles {
  models: { migan: string }
  threads?: number
}

/** Outpainting with the embedded model, for the child process. */
export async function run(request: OutpaintingRequest, { onProgress }: EngineTools) {
  const { models, threads = 2, ...files } = request
  return withFiles(files, (asked) => outpaint(asked, { models, threads, onProgress }))
}
