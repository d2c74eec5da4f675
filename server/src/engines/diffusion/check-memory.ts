import { EngineError } from '../engine-error.ts'
import type { Network } from './graph-plans.ts'
import type { DiffusionModel, Size } from './open-model.ts'
import type { GenerationSettings } from './plan-generation.ts'

/**
 * What a network needs beside its weights, for each pixel of the picture. Measured at 512 × 512 in
 * single precision; that of the small VAE is a guess.
 */
const bytesPerPixel: Record<Network, number> = {
  'text-encoder': 0,
  unet: 5500,
  'vae-encoder': 2500,
  'vae-decoder': 4000,
  'tiny-encoder': 2500,
  'tiny-decoder': 2500,
}
/** The runtime keeps a few weights in a second layout. */
const weightShare = 1.05

/** Fails before anything is loaded if the machine's memory is too small. */
export function checkMemory(
  model: DiffusionModel,
  { size, settings }: { size: Size; settings: GenerationSettings },
  availableBytes = process.availableMemory(),
): void {
  // A GPU has memory of its own.
  if (model.device() !== 'cpu') return
  const needed = estimateMemoryBytes(model, size, settings)
  if (needed <= availableBytes) return
  const [wanted, found] = [needed, availableBytes].map((bytes) => (bytes / 2 ** 30).toFixed(1))
  throw new EngineError(
    'not_enough_memory',
    `Generating this picture needs about ${wanted} GB of memory, but only ${found} GB are free.`,
    { retryable: true },
  )
}

/** The networks run one after another, so the largest counts. */
function estimateMemoryBytes(
  model: DiffusionModel,
  { width, height }: Size,
  { vae }: GenerationSettings,
): number {
  const coders: Network[] =
    vae === 'tiny' ? ['tiny-encoder', 'tiny-decoder'] : ['vae-encoder', 'vae-decoder']
  const needs = ['text-encoder' as const, 'unet' as const, ...coders].map(
    (network) => model.weightBytes(network) * weightShare + width * height * bytesPerPixel[network],
  )
  return Math.max(...needs)
}
