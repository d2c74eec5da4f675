import { declareEngine } from '../declare-engine.ts'

/** Reports each sentence of a streamed request. */
export const speech = declareEngine({
  load: () => import('./run.ts'),
  // Two seconds per second of audio, twelve letters per second of audio, plus a margin.
  timeoutSeconds: ({ text }) => 600 + text.length / 2,
  keepsMemory: true,
  findModels: async ({ find }) => ({ kokoro: await find('kokoro') }),
})
