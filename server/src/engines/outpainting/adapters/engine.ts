import type { Fetch } from '../../external/fetch.ts'
import type { Connect } from '../../external/socket.ts'
import type { OnProgress, OutpaintJob, OutpaintOutcome } from '../outpaint-job.ts'

export interface EngineContext {
  fetch: Fetch
  signal?: AbortSignal
  onProgress?: OnProgress
  /** For engines that report progress on a socket. */
  connect?: Connect
}

/** An outpainting engine behind HTTP. */
export interface OutpaintEngine {
  outpaint(job: OutpaintJob, context: EngineContext): Promise<OutpaintOutcome>
}
