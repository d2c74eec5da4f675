import type { EngineTools } from '../declare-engine.ts'
import { openExternalFetch } from '../external/fetch.ts'
import { type ExternalEngineSettings, imageEngineConfig } from '../external/settings.ts'
import { openExternalConnect } from '../external/socket.ts'
import { createEngine } from './adapters/create-engine.ts'
import { type RequestFiles, withFiles } from './request-files.ts'

export interface ExternalOutpaintingRequest extends RequestFiles {
  settings: ExternalEngineSettings
  /** Ranges of the operator's network that the engine may use. */
  allowCidrs?: readonly string[]
}

/**
 * Outpainting by an external engine. Also runs in the child process, because it decodes images,
 * which can fail.
 */
export async function run(
  request: ExternalOutpaintingRequest,
  { onProgress, signal }: EngineTools,
) {
  const { settings, allowCidrs = [], ...files } = request
  const fetch = openExternalFetch(allowCidrs)
  const connect = openExternalConnect(allowCidrs)
  return withFiles(files, (asked) =>
    createEngine(imageEngineConfig(settings)).outpaint(asked, {
      fetch,
      connect,
      onProgress,
      signal,
    }),
  )
}
