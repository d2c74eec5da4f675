import type { Feature } from '../../feature.ts'
import { cutOutTask } from './cut-out-task.ts'
import { removeBgLayer, removeBgRoutes } from './routes.ts'

/** Programs written for remove.bg work here after changing their base URL. */
export const removeBgCompat: Feature = {
  name: 'compat/remove-bg',
  tags: {
    [removeBgLayer.tag]:
      'For programs written for remove.bg: change the base URL and the key. See docs/drop-in/remove-bg.md.',
  },
  operations: removeBgRoutes,
  tasks: [cutOutTask],
}
