import { join } from 'node:path'
import type { Deps } from '../../deps.ts'
import { EngineError } from '../../engines/engine-error.ts'
import { openExternalFetch } from '../../engines/external/fetch.ts'
import {
  type ExternalEngineSettings,
  externalEngines,
  type Kind,
  type Purpose,
  speechConfig,
} from '../../engines/external/settings.ts'
import { openAiSpeech } from '../../engines/speech/adapters/openai-speech.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { inTemporaryFolder } from '../../lib/temporary-folder.ts'
import { selectRanges } from '../../platform/safe-fetch/allowed-ranges.ts'
import { writeAdvice } from './engine-advice.ts'
import { findExternalEngine } from './read-engines.ts'
import type { EngineTest } from './schemas.ts'

const maxWaitSeconds = 180

/** Runs a small job on the external engine of a purpose, and explains what went wrong. */
export async function tryEngine(
  deps: Deps,
  actor: Actor,
  purpose: Purpose,
  leaving: AbortSignal,
): Promise<EngineTest> {
  requirePermission(actor, 'workspaces:write')
  const settings = await findExternalEngine(deps, actor.workspaceId, purpose)
  if (!settings) {
    const message =
      'No external engine is configured for this purpose, so there is nothing to test.'
    const advice = `Configure one with PUT /api/v1/engines/${purpose}.`
    return { purpose, kind: 'embedded', ok: false, code: 'no_engine', message, advice, took_ms: 0 }
  }
  const startedAt = performance.now()
  const took = () => Math.round(performance.now() - startedAt)
  const timeout = AbortSignal.timeout(maxWaitSeconds * 1000)
  const signal = AbortSignal.any([leaving, timeout])
  const { kind } = settings
  try {
    const message = await trials[purpose](deps, settings, signal)
    return { purpose, kind, ok: true, code: null, message, advice: null, took_ms: took() }
  } catch (error) {
    const failure = timeout.aborted
      ? new EngineError('engine_timeout', `No result within ${maxWaitSeconds} seconds.`)
      : error
    if (!(failure instanceof EngineError)) throw failure
    const { code, message } = failure
    const advice = writeAdvice(code, purpose, settings)
    return { purpose, kind, ok: false, code, message, advice, took_ms: took() }
  }
}

type EngineTrial = (
  deps: Deps,
  settings: ExternalEngineSettings,
  signal: AbortSignal,
) => Promise<string>

const prompt = 'A red apple on a white table'

const trials: Record<Purpose, EngineTrial> = {
  images: ({ engines }, settings, signal) =>
    inTemporaryFolder(async (folder) => {
      const request = { prompt, count: 1, size: { width: 512, height: 512 } }
      const outputPath = join(folder, 'image')
      const { images } = await engines.generateImages(
        { request, referencePaths: [], outputPath, settings },
        { signal },
      )
      const [first] = images
      return `The engine drew an image of ${first?.width} × ${first?.height} pixels.`
    }),
  outpainting: ({ engines }, settings, signal) =>
    inTemporaryFolder(async (folder) => {
      const imagePath = join(folder, 'source')
      const { writeSampleImage } = await import('../../engines/external/sample-image.ts')
      await writeSampleImage(imagePath)
      const request = {
        settings,
        imagePath,
        outputPath: join(folder, 'result'),
        extend: { left: 0, right: 64, top: 0, bottom: 0 },
        prompt: 'a meadow under a blue sky',
        count: 1,
      }
      await engines.outpaintExternally(request, { signal })
      return 'The engine extended a small image.'
    }),
  speech: async (deps, settings, signal) => {
    const job = { text: 'This is a test.', useSsml: false, voice: 'alloy', speed: 1 }
    const engine = openAiSpeech(speechConfig(settings, false))
    const { bytes } = await engine.speak(
      { ...job, format: 'wav' },
      { fetch: createFetch(deps), signal },
    )
    return `The engine spoke a sentence (${bytes.length} bytes of audio).`
  },
  transcription: reach,
  video: reach,
}

/** These engines report later, so only the connection is tried. Any status proves a server. */
async function reach(
  deps: Deps,
  { kind, base_url }: ExternalEngineSettings,
  signal: AbortSignal,
): Promise<string> {
  const known: Record<string, Kind> = externalEngines.transcription
  const url = base_url ?? known[kind]?.baseUrl ?? ''
  try {
    const { status } = await createFetch(deps)(url, { method: 'GET', redirect: 'manual', signal })
    return `The server answers (status ${status}). No job was run: submit one to test the rest.`
  } catch (cause) {
    if (cause instanceof EngineError || signal.aborted) throw cause
    throw new EngineError('engine_unreachable', 'The engine cannot be reached.', { cause })
  }
}

function createFetch({ config }: Deps) {
  return openExternalFetch(selectRanges(config.allowCidrs, 'engines'))
}
