import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '@atelier/server/config.ts'
import { openModels } from '@atelier/server/deps.ts'
import { openEngines } from '@atelier/server/engines.ts'
import { createLogger } from '@atelier/server/platform/logger.ts'

export type EnginesHere = Awaited<ReturnType<typeof openEnginesHere>>

/** The engines without a server: the same child processes and models, plus a working folder. */
export async function openEnginesHere() {
  const config = readConfig()
  config.models.folder = modelsFolder(config.models.folder)
  const log = createLogger({ ...config, logLevel: 'error' })
  // Someone waits for the result, and no requests have to be handled meanwhile.
  const local = { ...config, heavyTasks: 1, enginePriority: 'normal' as const }
  const engines = openEngines(local, openModels(config, log), log)
  const folder = await mkdtemp(join(tmpdir(), 'atelier-cli-'))
  return {
    engines,
    folder,
    close: async () => {
      await engines.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Keeps `./data` out of a folder of photos: without a server's data folder, the cache is used. */
function modelsFolder(configured: string): string {
  if (process.env.ATELIER_MODELS_DIR || process.env.ATELIER_DATA_DIR) return configured
  if (existsSync(configured)) return configured
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'atelier', 'models')
}
