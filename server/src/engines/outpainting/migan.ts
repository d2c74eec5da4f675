import { EngineError } from '../engine-error.ts'
import { openCpuSession } from '../model-session.ts'
import { Tensor } from '../onnxruntime.ts'
import { modelCells, modelSide } from './step.ts'

/** Fills the holes in the mask: three byte planes in, three planes out; mask 255 = keep. */
export type FillWindow = (planes: Uint8Array, mask: Uint8Array) => Promise<Uint8Array>

/** MI-GAN as a function. It adds about 150 MB to the process. */
export function openMigan(modelPath: string, threads: number): FillWindow {
  return async (planes, mask) => {
    const session = await openCpuSession(modelPath, threads)
    const { result } = await session.run({
      image: new Tensor('uint8', planes, [1, 3, modelSide, modelSide]),
      mask: new Tensor('uint8', mask, [1, 1, modelSide, modelSide]),
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
