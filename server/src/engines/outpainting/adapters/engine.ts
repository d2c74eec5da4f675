import type { Fetch } from '../../external/fetch.ts'
import type { OnProgress, OutpaintJob, OutpaintOutcome } from '../outpaint-job.ts'

export interface EngineContext {
  fetch: Fetch
  signal?: AbortSignal
  onProgress?: OnProgress
}

/** An outpainting engine behind HTTP. */
export interface OutpaintEngine {
  outpaint(job: OutpaintJob, context: EngineContext): Promise<OutpaintOutcome>
}
