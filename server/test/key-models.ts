import { keyModels } from '../src/engines/background/test-scenes.ts'
import type { ModelStore } from '../src/platform/model-store/model-store.ts'

/**
 * Gives a service the tiny models that find a red subject on green (`redOnGreen`), for tests in
 * which each image would otherwise cost ten seconds of CPU time. Everything else is real.
 */
export async function useKeyModels(models: ModelStore, folder: string): Promise<void> {
  const replaced: Record<string, string> = { ...(await keyModels(folder)) }
  const { path } = models
  models.path = async (id, options) => replaced[id] ?? path(id, options)
}
