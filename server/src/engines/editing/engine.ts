import { declareEngine } from '../declare-engine.ts'

export const editing = declareEngine({
  load: () => import('./run.ts'),
  child: 'media',
  timeoutSeconds: 300,
})
