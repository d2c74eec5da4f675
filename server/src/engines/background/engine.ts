import { declareEngine } from '../declare-engine.ts'

export const background = declareEngine({
  load: () => import('./run.ts'),
  timeoutSeconds: 300,
  usesGpu: () => true,
  findModels: async ({ find }) => ({ isnet: await find('isnet'), u2netp: await find('u2netp') }),
})
