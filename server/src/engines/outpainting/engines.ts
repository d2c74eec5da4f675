import { declareEngine } from '../declare-engine.ts'

export const outpainting = declareEngine({
  load: () => import('./run.ts'),
  timeoutSeconds: 900,
  keepsMemory: true,
  findModels: async ({ find }) => ({ migan: await find('migan') }),
})

/** Handles the same request on an external engine, which may use the prompt. */
export const externalOutpainting = declareEngine({
  load: () => import('./run-external.ts'),
  queue: 'light',
  child: 'external',
  timeoutSeconds: 2000,
  graceSeconds: 5,
})
