import { EngineError } from '../engine-error.ts'
import { latentScale, type VaeKind } from './networks.ts'
import type { Size } from './open-model.ts'
import { maxSteps, type Sampler } from './schedules.ts'

/** `fast` needs a few steps and is less exact; `best` needs many. */
export type Quality = 'fast' | 'best'

export interface GenerationSettings {
  steps: number
  guidanceScale: number
  sampler: Sampler
  vae: VaeKind
  usesLora: boolean
}

export interface WantedSettings extends Size {
  quality: Quality
  steps?: number | undefined
  guidanceScale?: number | undefined
  sampler?: 'ddim' | 'euler' | undefined
  hasNegativePrompt: boolean
  hasLora: boolean
  hasTinyVae: boolean
}

const defaults = { guidanceScale: 7.5, fastSteps: 4, bestSteps: 20 }
/** The network was trained at 512 × 512 and repeats objects in much larger pictures. */
const limits = { minSide: 64, maxPixels: 1024 * 1024 }

const negativeNote = 'The negative prompt has no effect at this quality and guidance scale.'
const slowNote = 'The weights for fast generation are missing, so this took more steps.'

/** How a picture is created, and what to tell the person who asked for it. */
export function planGeneration(wanted: WantedSettings): {
  settings: GenerationSettings
  warnings: string[]
} {
  checkSize(wanted)
  const isLcm = wanted.quality === 'fast' && wanted.hasLora
  const sampler = isLcm ? 'lcm' : (wanted.sampler ?? 'euler')
  const steps = wanted.steps ?? (isLcm ? defaults.fastSteps : defaults.bestSteps)
  const asked = wanted.guidanceScale ?? defaults.guidanceScale
  const guidanceScale = isLcm ? distilledGuidance(asked) : Math.max(asked, 1)
  const hasNoEffect = wanted.hasNegativePrompt && guidanceScale === 1
  const isSlow = wanted.quality === 'fast' && !wanted.hasLora
  return {
    settings: {
      steps: Math.min(Math.max(Math.round(steps), 1), maxSteps[sampler]),
      guidanceScale,
      sampler,
      vae: wanted.quality === 'fast' && wanted.hasTinyVae ? 'tiny' : 'full',
      usesLora: isLcm,
    },
    warnings: [...(hasNoEffect ? [negativeNote] : []), ...(isSlow ? [slowNote] : [])],
  }
}

/** A distilled network already contains guidance: it takes values between 1 and 2. */
function distilledGuidance(asked: number): number {
  return Math.min(Math.max(1 + (asked - 1) * 0.1, 1), 2)
}

function checkSize({ width, height }: Size): void {
  const isGrid = width % latentScale === 0 && height % latentScale === 0
  const isLarge = Math.min(width, height) >= limits.minSide
  if (isGrid && isLarge && width * height <= limits.maxPixels) return
  const rule = `multiples of ${latentScale}, at least ${limits.minSide}, with at most ${limits.maxPixels} pixels`
  const message = `A picture of ${width} × ${height} can't be generated. Use ${rule}.`
  throw new EngineError('size_not_supported', message)
}
