import { Tensor } from '../onnxruntime.ts'
import type { DiffusionModel, Size } from './open-model.ts'

/** Each value of a latent stands for a square of pixels of this width. */
export const latentScale = 8
/** The VAE's latents are larger than those that the UNet was trained on. */
export const latentFactor = 0.18215

/** The VAE of the model, or TAESD. */
export type VaeKind = 'full' | 'tiny'

export function latentSize({ width, height }: Size): Size {
  return { width: width / latentScale, height: height / latentScale }
}

/** The states of some token ids, one after another. */
export function encodeText(model: DiffusionModel, ids: number[][]): Promise<Float32Array> {
  const values = BigInt64Array.from(ids.flat(), BigInt)
  const tensor = new Tensor('int64', values, [ids.length, model.positions])
  return model.run('text-encoder', { input_ids: tensor })
}

/** Pixels from -1 to 1, as planes, to latents. */
export async function encodePixels(
  model: DiffusionModel,
  pixels: Float32Array,
  { width, height }: Size,
  vae: VaeKind,
): Promise<Float32Array> {
  const sample = new Tensor('float32', pixels, [1, 3, height, width])
  if (vae === 'tiny') return model.run('tiny-encoder', { sample })
  const mean = await model.run('vae-encoder', { sample })
  return mean.map((value) => value * latentFactor)
}

/** Latents to pixels from -1 to 1, as planes. */
export function decodeLatents(
  model: DiffusionModel,
  latents: Float32Array,
  size: Size,
  vae: VaeKind,
): Promise<Float32Array> {
  const { width, height } = latentSize(size)
  const values = vae === 'tiny' ? latents : latents.map((value) => value / latentFactor)
  const shape = [1, model.channels.latents, height, width]
  const network = vae === 'tiny' ? 'tiny-decoder' : 'vae-decoder'
  return model.run(network, { latent_sample: new Tensor('float32', values, shape) })
}

/** The noise in the sample, once for each text. */
export function predictNoise(
  model: DiffusionModel,
  {
    sample,
    timestep,
    states,
    size,
  }: { sample: Float32Array; timestep: number; states: Float32Array; size: Size },
): Promise<Float32Array> {
  const { width, height } = latentSize(size)
  const { input } = model.channels
  const batch = sample.length / (input * width * height)
  const statesShape = [batch, model.positions, states.length / batch / model.positions]
  return model.run('unet', {
    sample: new Tensor('float32', sample, [batch, input, height, width]),
    timestep: new Tensor('float32', Float32Array.of(timestep), [1]),
    encoder_hidden_states: new Tensor('float32', states, statesShape),
  })
}
