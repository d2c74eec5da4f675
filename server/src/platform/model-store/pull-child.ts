/** For the test that kills a process during a pull: pulls one model and exits. */
import { modelStore } from './model-store.ts'
import { npmRegistry } from './npm-registry.ts'

const { folder, registryUrl, model } = JSON.parse(process.argv[2] ?? '{}')

const store = modelStore({
  folder,
  registry: npmRegistry({ environment: { npm_config_registry: registryUrl }, folder }),
  log: { info: () => {}, warn: () => {} },
  clock: () => new Date(),
  models: [model],
})
await store.pull(model.id, { onProgress: (progress) => process.send?.(progress) })
process.disconnect?.()
