import { join } from 'node:path'
import { modelStore } from '../src/platform/model-store/model-store.ts'
import { npmRegistry } from '../src/platform/model-store/npm-registry.ts'

/** Weights for tests, downloaded once and kept between runs. */
export const modelCache = join(import.meta.dirname, '../../node_modules/.cache/atelier-models')

const quiet = { info: () => {}, warn: () => {} }
const registry = npmRegistry({ environment: process.env, folder: import.meta.dirname })

export const testModels = modelStore({
  folder: modelCache,
  registry,
  log: quiet,
  clock: () => new Date(),
})
