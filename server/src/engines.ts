import { join } from 'node:path'
import type { Config } from './config.ts'
import type { EngineRunOptions } from './engines/engine-child-handle.ts'
import { enginePool } from './engines/engine-process.ts'
import type { EngineJob } from './engines/engine-registry.ts'
import { type OutsideSettings, outpaintingConfig } from './engines/external/settings.ts'
import type { TranscriptionPart } from './engines/transcription/transcribe.ts'
import type { ModelStore } from './platform/model-store/model-store.ts'
import { requireNoTransaction } from './platform/postgres/transaction-context.ts'
import { rangesFor } from './platform/safe-fetch/allowed-ranges.ts'

const maxResidentBytes = 2 * 1024 ** 3

export type Engines = ReturnType<typeof openEngines>

type Follow = Pick<EngineRunOptions, 'signal' | 'onProgress'>
type Job<Name extends 'background' | 'outpainting' | 'speech' | 'transcription'> = Omit<
  EngineJob<Name>,
  'models'
>

/** Engines elsewhere mostly keep us waiting, so more of them may run than of our own. */
const outsideJobs = 4

/** The embedded engines, each with the models that it needs; those are fetched on first use. */
export function openEngines(config: Pick<Config, 'heavyTasks' | 'allowCidrs'>, models: ModelStore) {
  // One more than heavy tasks, so that thumbnails need not wait for them.
  const maxChildren = config.heavyTasks + 1
  const pool = enginePool({ maxChildren, maxResidentBytes, idleSeconds: 60 })
  const outside = enginePool({ maxChildren: outsideJobs, maxResidentBytes, idleSeconds: 10 })

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

  return {
    removeBackground: async (job: Job<'background'>, follow: Follow) => {
      const isnet = await model('isnet', follow)
      const u2netp = await model('u2netp', follow)
      const options = { ...follow, timeoutSeconds: 300 }
      return pool.run('background', { ...job, models: { isnet, u2netp } }, options)
    },
    outpaint: async (job: Job<'outpainting'>, follow: Follow) => {
      const migan = await model('migan', follow)
      const options = { ...follow, timeoutSeconds: 900 }
      return pool.run('outpainting', { ...job, models: { migan } }, options)
    },
    /** The same by an engine elsewhere, which may read the prompt. */
    outpaintOutside: (job: Job<'outpainting'>, settings: OutsideSettings, follow: Follow) => {
      const engine = outpaintingConfig(settings)
      const allowCidrs = rangesFor(config.allowCidrs, 'engines')
      // Long enough to tell the other side that nobody waits any more.
      const options = { ...follow, timeoutSeconds: 2000, graceSeconds: 5 }
      return outside.run('outside-outpainting', { ...job, engine, allowCidrs }, options)
    },
    edit: (job: EngineJob<'editing'>, follow: Follow) =>
      pool.run('editing', job, { ...follow, timeoutSeconds: 300 }),
    speak: async (job: Job<'speech'>, follow: Follow) => {
      const kokoro = await model('kokoro', follow)
      // Two seconds a second of sound, and twelve letters a second of sound, with room to spare.
      const options = { ...follow, timeoutSeconds: 600 + job.text.length / 2 }
      return pool.run('speech', { ...job, models: { kokoro } }, options)
    },
    /** Hands over what is finished as it comes, so that another run can go on after it. */
    transcribe: async (
      job: Job<'transcription'>,
      follow: Follow & { onPart(part: TranscriptionPart): void },
    ) => {
      const moonshine = await model('moonshine', follow)
      const silero = await model('silero', follow)
      const options = { ...follow, timeoutSeconds: 12 * 3600 }
      return pool.run('transcription', { ...job, models: { moonshine, silero } }, options)
    },
    renderVideo: (job: EngineJob<'video'>, follow: Follow) =>
      pool.run('video', job, { ...follow, timeoutSeconds: 4 * 3600 }),
    /** What a sound or a film is, without decoding it. */
    probe: (mediaPath: string, follow: Follow = {}) =>
      pool.run('probe', { mediaPath }, { ...follow, timeoutSeconds: 60 }),
    /** A small picture of the given one, written into `folder`; tells the size of the large one. */
    thumbnail: async (imagePath: string, folder: string, follow: Follow = {}) => {
      const outputPath = join(folder, 'thumbnail')
      const options = { ...follow, timeoutSeconds: 60 }
      const made = await pool.run('thumbnail', { imagePath, outputPath }, options)
      return { ...made, path: outputPath }
    },
    close: async () => {
      await Promise.all([pool.close(), outside.close()])
    },
  }
}
