// The model alone, with our engine's settings: the limit of what is possible.

import { slimIsnet } from '@atelier/server/engines/background/slim-isnet.ts'
import { runSession, session } from '@atelier/server/engines/model-session.ts'

const side = 1024
const input = new Float32Array(3 * side * side).map(() => Math.random() - 0.5)

process.on('message', async ({ model }: { model: string }) => {
  const opened = await session(model, { threads: 2, device: 'cpu' }, slimIsnet)
  const { milliseconds } = await runSession(opened, input, { width: side, height: side }, 'output')
  process.send?.({ ms: milliseconds })
})
