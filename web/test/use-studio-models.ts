import { beforeAll } from 'vitest'
import type { Harness } from '../../server/test/harness.ts'
import { testModels } from '../../server/test/models.ts'
import { rememberWork } from '../../server/test/remember-work.ts'

/** The models of the studio, which do the same work only once. */
export function useStudioModels(service: Harness): void {
  beforeAll(async () => {
    for (const model of ['isnet', 'u2netp', 'migan'] as const) await testModels.pull(model)
    rememberWork(service.deps.engines, { seed: 0 })
  })
}
