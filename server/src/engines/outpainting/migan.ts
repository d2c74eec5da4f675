import { EngineError } from '../engine-error.ts'
import * as ort from '../onnxruntime.ts'
import { modelCells, modelSide } from './step.ts'

/** Fills the holes in the mask: three byte planes in, three planes out; mask 255 = keep. */
export type FillWindow = (planes: Uint8Array, mask: Uint8Array) => Promise<Uint8Array>

const sessions = new Map<string, Promise<ort.InferenceSession>>()

/**
 * MI-GAN as a function. The session is created on first use and kept, one per process and file. It
 * adds about 150 MB to the process.
 */
export function openMigan(modelPath: string, threads: number): FillWindow {
  return async (planes, mask) => {
    const session = await sessionFor(modelPath, threads)
    const { result } = await session.run({
      image: new ort.Tensor('uint8', planes, [1, 3, modelSide, modelSide]),
      mask: new ort.Tensor('uint8', mask, [1, 1, modelSide, modelSide]),
    })
    const filled = result?.data
    if (!(filled instanceof Uint8Array) || filled.length !== modelCells * 3) {
      throw new EngineError(
        'model_unusable',
        'The outpainting model returned an unexpected result.',
      )
    }
    return filled
  }
}

function sessionFor(modelPath: string, threads: number): Promise<ort.InferenceSession> {
  const open = sessions.get(modelPath)
  if (open) return open
  const opening = ort.InferenceSession.create(modelPath, {
    enableCpuMemArena: false,
    enableMemPattern: false,
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    // Spinning threads take CPU time from everything else on the machine.
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  }).catch((cause: unknown) => {
    // Don't cache a failure: the file may be in place by the next call.
    sessions.delete(modelPath)
    throw new EngineError('model_unusable', 'The outpainting model cannot be loaded.', { cause })
  })
  sessions.set(modelPath, opening)
  return opening
}
