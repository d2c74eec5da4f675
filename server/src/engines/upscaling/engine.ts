import { dirname, join } from 'node:path'
import { declareEngine } from '../declare-engine.ts'

export const upscaling = declareEngine({
  load: () => import('./run.ts'),
  timeoutSeconds: 3600,
  // Resampling works without the model.
  usesGpu: ({ method }) => method !== 'resample',
  findModels: async ({ find }, { method }) => {
    const weights = method === 'resample' ? '' : await find('esrgan')
    return { weights, layers: join(dirname(weights), 'esrgan.json') }
  },
})
