import type { OnProgress, OutpaintJob, OutpaintOutcome } from '../outpaint-job.ts'

/** The part of `fetch` that adapters use; the service passes one that guards where it connects. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

export interface EngineContext {
  fetch: Fetch
  signal?: AbortSignal
  onProgress?: OnProgress
}

/** An outpainting engine behind HTTP, ready to use. */
export interface OutpaintEngine {
  name: string
  outpaint(job: OutpaintJob, context: EngineContext): Promise<OutpaintOutcome>
}
