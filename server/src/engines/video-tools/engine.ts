import { declareEngine } from '../declare-engine.ts'

export const videoTools = declareEngine({
  load: () => import('./run.ts'),
  child: 'media',
  timeoutSeconds: 2 * 3600,
})
