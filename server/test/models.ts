import { join } from 'node:path'
import { modelStore } from '../src/platform/model-store/model-store.ts'
import { npmRegistry } from '../src/platform/model-store/npm-registry.ts'

/** Weights for tests, downloaded once and kept between runs. */
export const modelCache = join(import.meta.dirname, '../../node_modules/.cache/atelier-models')

const preload = new URL('./remember-in-processes.ts', import.meta.url).href

/**
 * For an `atelier` process that runs models: it shares their runs with the rest of the test run, as
 * the service under test does (`remembering-engine-child.ts`).
 */
export const rememberingEnv = {
  ATELIER_MODELS_DIR: modelCache,
  NODE_OPTIONS: `--import=${preload}`,
}

const quiet = { info: () => {}, warn: () => {} }
const registry = npmRegistry({ environment: process.env, folder: import.meta.dirname })

export const testModels = modelStore({
  folder: modelCache,
  registry,
  log: quiet,
  clock: () => new Date(),
})
