import type { Fetch } from '../../external/fetch.ts'
import type { Connect } from '../../external/socket.ts'
import type { OnProgress, OutpaintOutcome, OutpaintRequest } from '../outpaint-request.ts'

export interface EngineContext {
  fetch: Fetch
  signal?: AbortSignal
  onProgress?: OnProgress
  /** For engines that report progress on a socket. */
  connect?: Connect
}

/** An outpainting engine behind HTTP. */
export interface OutpaintEngine {
  outpaint(job: OutpaintRequest, context: EngineContext): Promise<OutpaintOutcome>
}
