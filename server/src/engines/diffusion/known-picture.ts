import type { KnownPicture } from './denoise.ts'
import { encodePixels, latentScale, latentSize, type VaeKind } from './networks.ts'
import type { DiffusionModel, Size } from './open-model.ts'

export interface Picture {
  /** Red, green and blue from -1 to 1, as planes. */
  pixels: Float32Array
  /** At least 0.5 where the picture is created. */
  mask: Float32Array
}

/** The part of the picture that stays, as the network wants it. */
export async function encodeKnown(
  model: DiffusionModel,
  { pixels, mask }: Picture,
  size: Size,
  vae: VaeKind,
): Promise<KnownPicture> {
  const isCreated = mask.map((value) => (value < 0.5 ? 0 : 1))
  const kept = pixels.map((value, index) => (isCreated[index % mask.length] ? 0 : value))
  const takesMasks = model.channels.input > model.channels.latents
  return {
    mask: shrinkMask(isCreated, size),
    masked: takesMasks ? await encodePixels(model, kept, size, vae) : new Float32Array(),
    ...(!takesMasks && { original: await encodePixels(model, pixels, size, vae) }),
  }
}

/** Takes one pixel of each square, as the network was trained. */
function shrinkMask(mask: Float32Array, size: Size): Float32Array {
  const { width, height } = latentSize(size)
  return Float32Array.from({ length: width * height }, (_, index) => {
    const top = Math.floor(index / width) * latentScale
    return mask[top * size.width + (index % width) * latentScale] as number
  })
}
