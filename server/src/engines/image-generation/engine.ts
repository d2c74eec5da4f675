import { declareEngine } from '../declare-engine.ts'

export const imageGeneration = declareEngine({
  load: () => import('./run.ts'),
  queue: 'light',
  child: 'external',
  timeoutSeconds: 2000,
  graceSeconds: 5,
})
