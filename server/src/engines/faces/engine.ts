import { declareEngine } from '../declare-engine.ts'

export const faces = declareEngine({
  load: () => import('./run.ts'),
  child: 'reading',
  timeoutSeconds: 300,
  findModels: async ({ find }) => ({ retinaface: await find('retinaface') }),
})
