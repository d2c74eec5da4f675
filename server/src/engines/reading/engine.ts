import { dirname, join } from 'node:path'
import { declareEngine } from '../declare-engine.ts'

export const reading = declareEngine({
  load: () => import('./run.ts'),
  child: 'reading',
  timeoutSeconds: 600,
  findModels: async ({ find }) => {
    const detection = await find('pp-ocr')
    const folder = dirname(detection)
    const [recognition, alphabet] = ['recognition.onnx', 'alphabet.txt'].map((name) =>
      join(folder, name),
    )
    return { detection, recognition, alphabet }
  },
})
