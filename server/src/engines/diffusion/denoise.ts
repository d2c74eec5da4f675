import { latentSize, predictNoise } from './networks.ts'
import type { DiffusionModel, Size } from './open-model.ts'
import type { Schedule } from './schedules.ts'

export interface Guidance {
  /** The states of the negative prompt, then those of the prompt. Only the latter at scale 1. */
  states: Float32Array
  scale: number
}

/** What is already known of the picture. */
export interface KnownPicture {
  /** 1 where the picture is created, one value per latent. */
  mask: Float32Array
  /** The latents of the image with nothing in the masked part. */
  masked: Float32Array
  /** The latents of the whole image. Only for a network that doesn't take masks itself. */
  original?: Float32Array
}

export interface DenoiseJob {
  schedule: Schedule
  guidance: Guidance
  /** Needed by a network with more input channels than latents. */
  known: KnownPicture | undefined
  size: Size
  noise: Float32Array
  /** More noise, for LCM. */
  fresh(step: number): Float32Array
}

export interface DenoiseEvents {
  signal?: AbortSignal
  onStep?(step: number, latents: Float32Array): void
}

/** Turns noise into latents that fit the text, step by step. */
export async function denoise(
  model: DiffusionModel,
  { schedule, guidance, known, size, noise, fresh }: DenoiseJob,
  { signal, onStep }: DenoiseEvents = {},
): Promise<Float32Array> {
  let latents: Float32Array = noise.map((value) => value * schedule.noiseScale)
  for (const [step, timestep] of schedule.timesteps.entries()) {
    signal?.throwIfAborted()
    const scale = schedule.inputScale(step)
    const sample = networkInput(
      model,
      latents.map((value) => value / scale),
      known,
    )
    const predicted = await guidedNoise(model, { sample, timestep, guidance, size })
    latents = schedule.next(step, latents, predicted, () => fresh(step))
    if (known?.original) {
      const noisy = schedule.addNoise(step, known.original, noise)
      latents = keepKnown(latents, noisy, known.mask)
    }
    onStep?.(step, latents)
  }
  signal?.throwIfAborted()
  return latents
}

/** An inpainting network also sees the mask and what is around it. */
export function networkInput(
  { channels }: DiffusionModel,
  latents: Float32Array,
  known: KnownPicture | undefined,
): Float32Array {
  if (channels.input === channels.latents) return latents
  if (!known) throw new Error('This network needs a mask and an image')
  return concat([latents, known.mask, known.masked])
}

async function guidedNoise(
  model: DiffusionModel,
  {
    sample,
    timestep,
    guidance,
    size,
  }: Pick<DenoiseJob, 'guidance' | 'size'> & {
    sample: Float32Array
    timestep: number
  },
): Promise<Float32Array> {
  const { scale, states } = guidance
  if (scale === 1) return predictNoise(model, { sample, timestep, states, size })
  const both = concat([sample, sample])
  const predicted = await predictNoise(model, { sample: both, timestep, states, size })
  const { width, height } = latentSize(size)
  const count = model.channels.latents * width * height
  const without = predicted.subarray(0, count)
  return predicted
    .slice(count)
    .map((value, index) => (without[index] as number) * (1 - scale) + value * scale)
}

function keepKnown(latents: Float32Array, known: Float32Array, mask: Float32Array): Float32Array {
  return latents.map((value, index) => {
    const share = mask[index % mask.length] as number
    return value * share + (known[index] as number) * (1 - share)
  })
}

export function concat(parts: Float32Array[]): Float32Array {
  const all = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
