import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '@atelier/server/config.ts'
import { openModels } from '@atelier/server/deps.ts'
import { randomSeed } from '@atelier/server/engines/outpainting/variations.ts'
import { openEngines } from '@atelier/server/engines.ts'
import { createLogger } from '@atelier/server/platform/logger.ts'
import type { ImageWorker } from './image-worker.ts'

/** The engines without a server: the same child processes and models, nothing else. */
export async function inProcess(): Promise<ImageWorker> {
  const config = readConfig()
  config.models.folder = modelsFolder(config.models.folder)
  const log = createLogger({ ...config, logLevel: 'error' })
  const engines = openEngines({ ...config, heavyTasks: 1 }, openModels(config, log))
  const folder = await mkdtemp(join(tmpdir(), 'atelier-image-'))
  return {
    removeBackground: async (job, onProgress) => {
      const outputPath = join(folder, 'result')
      const { width, height, engine, warnings } = await engines.removeBackground(
        {
          imagePath: job.imagePath,
          outputPath,
          magicCrop: job.crop,
          backgroundColor: job.background,
          outputFormat: job.format,
        },
        { onProgress },
      )
      const bytes = await readFile(outputPath)
      return { images: [{ bytes, width, height }], engine: engine.name, warnings }
    },
    outpaint: async (job, onProgress) => {
      const { results, engine, warnings } = await engines.outpaint(
        {
          imagePath: job.imagePath,
          outputPath: join(folder, 'result'),
          count: job.count,
          seed: job.seed ?? randomSeed(),
          ...(job.maskPath !== undefined && { maskPath: job.maskPath }),
          ...(job.extend && { extend: job.extend }),
          ...(job.aspectRatio !== undefined && { aspectRatio: job.aspectRatio }),
          ...(job.prompt !== undefined && { prompt: job.prompt }),
        },
        { onProgress },
      )
      const images = []
      for (const { path, width, height, seed } of results) {
        images.push({ bytes: await readFile(path), width, height, seed })
      }
      return { images, engine: engine.name, warnings }
    },
    close: async () => {
      await engines.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Not `./data` in a folder of photos: where no server keeps its data, models go to the cache. */
function modelsFolder(configured: string): string {
  if (process.env.ATELIER_MODELS_DIR || process.env.ATELIER_DATA_DIR) return configured
  if (existsSync(configured)) return configured
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'atelier', 'models')
}
