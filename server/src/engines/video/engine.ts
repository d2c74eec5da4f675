import { declareEngine } from '../declare-engine.ts'

/** Renders storyboards. */
export const videos = declareEngine({
  load: () => import('./run.ts'),
  timeoutSeconds: 4 * 3600,
})
