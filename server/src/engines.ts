import { dirname, join } from 'node:path'
import type { Config } from './config.ts'
import { type ChosenDevice, chooseDevice } from './engines/device/probe-device.ts'
import type { EngineRunOptions } from './engines/engine-child-handle.ts'
import { EngineError } from './engines/engine-error.ts'
import { enginePool } from './engines/engine-process.ts'
import type { EngineJob, EngineName } from './engines/engine-registry.ts'
import { type ExternalEngineSettings, imageEngineConfig } from './engines/external/settings.ts'
import type { SpeechPart } from './engines/speech/run.ts'
import type { TranscriptionPart } from './engines/transcription/transcribe.ts'
import type { ModelStore } from './platform/model-store/model-store.ts'
import { requireNoTransaction } from './platform/postgres/transaction-context.ts'
import { rangesFor } from './platform/safe-fetch/allowed-ranges.ts'

const maxResidentBytes = 2 * 1024 ** 3

export type Engines = ReturnType<typeof openEngines>

type Follow = Pick<EngineRunOptions, 'signal' | 'onProgress'>
type Job<Name extends EngineName> = Omit<EngineJob<Name>, 'models'>

/** Multilingual Whisper models, the best first. */
export const multilingualModels = ['whisper-small', 'whisper-base', 'whisper-tiny'] as const

export const missingModel =
  'Languages other than English and translation need a multilingual model, which is not installed. The operator can install one: atelier models pull whisper-base'

/** External engine jobs mostly wait, so more of them can run concurrently. */
const outsideJobs = 4

/** The embedded engines, each with the models it needs. Models are downloaded on first use. */
export function openEngines(
  config: Pick<
    Config,
    | 'heavyTasks'
    | 'engineThreads'
    | 'enginePriority'
    | 'engineChild'
    | 'allowCidrs'
    | 'device'
    | 'englishModel'
  >,
  models: ModelStore,
  log: { info(fields: object, message: string): void },
) {
  const { engineThreads: threads, enginePriority: priority, engineChild } = config
  const limits = { maxResidentBytes, priority, ...(engineChild && { childFile: engineChild }) }
  // One more than heavy tasks, so thumbnails don't wait for them.
  const maxChildren = config.heavyTasks + 1
  const pool = enginePool({ ...limits, maxChildren, idleSeconds: 60 })
  const outside = enginePool({ ...limits, maxChildren: outsideJobs, idleSeconds: 10 })

  /** Found out once, by the first task that could use a GPU. */
  let choosing: Promise<ChosenDevice> | undefined
  const chosenDevice = async () => {
    choosing ??= chooseDevice(config.device).then((chosen) => {
      log.info(chosen, 'chose the device for models')
      return chosen
    })
    return (await choosing).device
  }

  const model = (id: string, { signal, onProgress }: Follow) => {
    requireNoTransaction(`Fetching the model ${id}`)
    return models.path(id, {
      ...(signal && { signal }),
      onProgress: ({ receivedBytes, totalBytes }) => {
        const percent = Math.round((totalBytes ? receivedBytes / totalBytes : 0) * 100)
        onProgress?.(0, `fetching the model ${id}: ${percent} %`)
      },
    })
  }

  const multilingualModel = async () => {
    for (const id of multilingualModels) if (await models.isReady(id)) return id
    return undefined
  }

  /** English has its own models; every other language needs one that the operator has pulled. */
  const transcriptionModel = async ({ language, translate }: Job<'transcription'>) => {
    if (language === 'en' && !translate) return config.englishModel
    const id = await multilingualModel()
    if (id) return id
    throw new EngineError('model_missing', missingModel, { field: 'language_code' })
  }

  return {
    removeBackground: async (job: Job<'background'>, follow: Follow) => {
      const isnet = await model('isnet', follow)
      const u2netp = await model('u2netp', follow)
      const device = await chosenDevice()
      const options = { ...follow, timeoutSeconds: 300 }
      const models = { isnet, u2netp }
      return pool.run('background', { threads, device, ...job, models }, options)
    },
    outpaint: async (job: Job<'outpainting'>, follow: Follow) => {
      const migan = await model('migan', follow)
      const options = { ...follow, timeoutSeconds: 900 }
      return pool.run('outpainting', { threads, ...job, models: { migan } }, options)
    },
    /** Runs the same job on an external engine, which may use the prompt. */
    outpaintOutside: (
      job: Job<'outpainting'>,
      settings: ExternalEngineSettings,
      follow: Follow,
    ) => {
      const engine = imageEngineConfig(settings)
      const allowCidrs = rangesFor(config.allowCidrs, 'engines')
      // Leaves enough time to tell the external engine to cancel the job.
      const options = { ...follow, timeoutSeconds: 2000, graceSeconds: 5 }
      return outside.run('outside-outpainting', { ...job, engine, allowCidrs }, options)
    },
    /** Generates images from a prompt, on an external engine. */
    generateImages: (
      job: Omit<EngineJob<'image-generation'>, 'engine' | 'allowCidrs'>,
      settings: ExternalEngineSettings,
      follow: Follow,
    ) => {
      const engine = imageEngineConfig(settings)
      const allowCidrs = rangesFor(config.allowCidrs, 'engines')
      const options = { ...follow, timeoutSeconds: 2000, graceSeconds: 5 }
      return outside.run('image-generation', { ...job, engine, allowCidrs }, options)
    },
    edit: (job: EngineJob<'editing'>, follow: Follow) =>
      pool.run('editing', job, { ...follow, timeoutSeconds: 300 }),
    /** Finds faces, and hides them in a copy of the image if the job says so. */
    findFaces: async (job: Job<'faces'>, follow: Follow) => {
      const retinaface = await model('retinaface', follow)
      const options = { ...follow, timeoutSeconds: 300 }
      return pool.run('faces', { threads, ...job, models: { retinaface } }, options)
    },
    /** Reads the text of an image. */
    readText: async (job: Job<'reading'>, follow: Follow) => {
      const detection = await model('pp-ocr', follow)
      const file = (name: string) => join(dirname(detection), name)
      const models = {
        detection,
        recognition: file('recognition.onnx'),
        alphabet: file('alphabet.txt'),
      }
      const options = { ...follow, timeoutSeconds: 600 }
      return pool.run('reading', { threads, ...job, models }, options)
    },
    upscale: async (job: Job<'upscaling'>, follow: Follow) => {
      // Resampling works without the model.
      const isModel = job.method !== 'resample'
      const weights = isModel ? await model('esrgan', follow) : ''
      const models = { weights, layers: join(dirname(weights), 'esrgan.json') }
      const device = isModel ? await chosenDevice() : 'cpu'
      const options = { ...follow, timeoutSeconds: 3600 }
      return pool.run('upscaling', { threads, device, ...job, models }, options)
    },
    /** Reports each sentence of a streamed job. */
    speak: async (job: Job<'speech'>, follow: Follow & { onPart?(part: SpeechPart): void }) => {
      const kokoro = await model('kokoro', follow)
      // Two seconds per second of audio, twelve letters per second of audio, plus a margin.
      const options = { ...follow, timeoutSeconds: 600 + job.text.length / 2 }
      return pool.run('speech', { threads, ...job, models: { kokoro } }, options)
    },
    /** Reports each part as it finishes, so another run can resume after it. */
    transcribe: async (
      job: Job<'transcription'>,
      follow: Follow & { onPart(part: TranscriptionPart): void },
    ) => {
      const silero = await model('silero', follow)
      const id = await transcriptionModel(job)
      const path = await model(id, follow)
      const engine =
        id === 'moonshine' ? { moonshine: path } : { whisper: { path, version: id.slice(8) } }
      const options = { ...follow, timeoutSeconds: 12 * 3600 }
      return pool.run('transcription', { threads, ...job, models: { silero, ...engine } }, options)
    },
    /** Whether speech in any language can be transcribed, and translated to English. */
    isMultilingual: async () => (await multilingualModel()) !== undefined,
    renderVideo: (job: EngineJob<'video'>, follow: Follow) =>
      pool.run('video', job, { ...follow, timeoutSeconds: 4 * 3600 }),
    editVideo: (job: EngineJob<'video-tools'>, follow: Follow) =>
      pool.run('video-tools', job, { ...follow, timeoutSeconds: 2 * 3600 }),
    convertAudio: (job: EngineJob<'audio-conversion'>, follow: Follow = {}) =>
      pool.run('audio-conversion', job, { ...follow, timeoutSeconds: 600 }),
    /** Reads the metadata of audio or video without decoding it. */
    probe: (mediaPath: string, follow: Follow = {}) =>
      pool.run('probe', { mediaPath }, { ...follow, timeoutSeconds: 60 }),
    /** Checks that audio or video is whole, and writes a thumbnail of a video into `folder`. */
    inspect: async (
      mediaPath: string,
      { kind, folder }: { kind: 'audio' | 'video'; folder: string },
      follow: Follow = {},
    ) => {
      const outputPath = join(folder, 'thumbnail')
      const options = { ...follow, timeoutSeconds: 300 }
      const facts = await pool.run('inspection', { mediaPath, outputPath, kind }, options)
      return { ...facts, path: outputPath }
    },
    /** Writes a thumbnail into `folder` and returns the size of the original. */
    thumbnail: async (
      imagePath: string,
      folder: string,
      { withChecks = false, ...follow }: Follow & { withChecks?: boolean } = {},
    ) => {
      const outputPath = join(folder, 'thumbnail')
      const options = { ...follow, timeoutSeconds: 60 }
      const made = await pool.run('thumbnail', { imagePath, outputPath, withChecks }, options)
      return { ...made, path: outputPath }
    },
    close: async () => {
      await Promise.all([pool.close(), outside.close()])
    },
  }
}
