import { declareEngine } from '../declare-engine.ts'

export const thumbnails = declareEngine({
  load: () => import('./run.ts'),
  child: 'media',
  timeoutSeconds: 60,
})
