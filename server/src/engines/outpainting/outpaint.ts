import { EngineError } from '../engine-error.ts'
import { boundsOfPhoto, type Canvas, copyCanvas, hidden, layOut } from './canvas.ts'
import { encodeResult } from './encode-result.ts'
import { fillStep } from './fill-step.ts'
import { type FillWindow, openMigan } from './migan.ts'
import type { OnProgress, OutpaintOutcome, OutpaintRequest } from './outpaint-request.ts'
import { planBands } from './plan-bands.ts'
import { planHoles } from './plan-holes.ts'
import { prepare } from './prepare.ts'
import { createRandom } from './random.ts'
import { keepBest } from './score/keep-best.ts'
import { scoreFill } from './score/score-fill.ts'
import type { Step } from './step.ts'
import {
  candidateSeeds,
  chooseVariation,
  deriveSeed,
  randomSeed,
  type Variation,
} from './variations.ts'

export interface RunOptions {
  onProgress?: OnProgress
}

export interface OutpaintOptions extends RunOptions {
  /** Path of migan_pipeline_v2.onnx. */
  models: { migan: string }
  /** Number of threads the model may use. */
  threads?: number
}

interface Work {
  variation: Variation
  steps: Step[]
}

/** Names every field of the request that had no effect. */
function unreadFields({ prompt, negativePrompt, guidanceScale }: OutpaintRequest): string[] {
  const given = { prompt, negative_prompt: negativePrompt, guidance_scale: guidanceScale }
  const names = Object.entries(given).filter(([, value]) => value !== undefined && value !== '')
  if (names.length === 0) return []
  const fields = names.map(([name]) => name).join(', ')
  return [
    `The embedded engine does not read prompts. The new area continues the image, and these fields had no effect: ${fields}.`,
  ]
}
const keptTransparency =
  'The transparent pixels of the image were kept. The new area continues only the visible pixels.'

/** Extends or fills an image with the embedded model. */
export function outpaint(
  request: OutpaintRequest,
  options: OutpaintOptions,
): Promise<OutpaintOutcome> {
  return outpaintByFilling(openMigan(options.models.migan, options.threads ?? 2), request, options)
}

/** Accepts any function that fills windows, so tests need no model. */
export async function outpaintByFilling(
  fill: FillWindow,
  request: OutpaintRequest,
  options: RunOptions,
): Promise<OutpaintOutcome> {
  const startedAt = performance.now()
  options.onProgress?.(0, 'reading')
  const prepared = await prepare(request)
  const base = layOut(prepared.image, prepared.plan)
  const works = planWorks(base, request)
  const readMs = performance.now() - startedAt

  const best = keepBest<Uint8Array>(request.count)
  let encodeMs = 0
  for (const [i, work] of works.entries()) {
    if (!best.needsMore()) break
    const canvas = await fillCanvas(base, work, fill, createProgress(works, i, options))
    const { seed } = work.variation
    await best.offer({ seed, score: scoreFill(canvas) }, async () => {
      const encodingAt = performance.now()
      const bytes = await encodeResult(canvas.pixels, prepared.image, prepared.plan)
      encodeMs += performance.now() - encodingAt
      return bytes
    })
  }
  options.onProgress?.(100, 'done')
  const totalMs = performance.now() - startedAt
  const { width, height } = base
  const contentType = 'image/png' as const
  const { kept, candidates } = best.outcome(request.seed === undefined)
  return {
    results: kept.map(({ value: bytes, seed, score }) => {
      return { bytes, width, height, contentType, seed, newArea: { score, candidates } }
    }),
    engine: { name: 'migan', version: 'pipeline-v2', promptApplied: false },
    warnings: listWarnings(request, base),
    timings: { readMs, generateMs: totalMs - readMs - encodeMs, encodeMs, totalMs },
  }
}

/**
 * Holes inside the photo come first, because there the model sees the most context. Then its sides.
 */
function planWorks(base: Canvas, request: OutpaintRequest): Work[] {
  const bounds = boundsOfPhoto(base)
  if (!bounds) {
    throw new EngineError(
      'everything_to_generate',
      'All kept pixels of the image are transparent, so there is nothing to extend.',
      { field: 'image_url' },
    )
  }
  return listSeeds(request).map((seed) => {
    const variation = chooseVariation(seed)
    const holes = planHoles(base, bounds, variation)
    return { variation, steps: [...holes, ...planBands(bounds, base, variation)] }
  })
}

/** The caller's own seeds are used exactly, so that a result can be repeated. */
function listSeeds({ seed, count }: OutpaintRequest): number[] {
  if (seed === undefined) return candidateSeeds(randomSeed(), count)
  return Array.from({ length: count }, (_, i) => deriveSeed(seed, i))
}

async function fillCanvas(
  base: Canvas,
  work: Work,
  fill: FillWindow,
  tick: (stepsDone: number) => void,
): Promise<Canvas> {
  const canvas = copyCanvas(base)
  const random = createRandom(work.variation.seed)
  for (const [done, step] of work.steps.entries()) {
    tick(done)
    await fillStep(canvas, step, fill, random)
  }
  return canvas
}

function createProgress(works: Work[], index: number, options: RunOptions) {
  const all = works.reduce((sum, work) => sum + work.steps.length, 0)
  const before = works.slice(0, index).reduce((sum, work) => sum + work.steps.length, 0)
  const stage = `filling variation ${index + 1} of ${works.length}`
  return (stepsDone: number) => {
    options.onProgress?.(Math.floor(2 + ((before + stepsDone) / all) * 97), stage)
  }
}

function listWarnings(request: OutpaintRequest, base: Canvas): string[] {
  const warnings = request.prompt || request.negativePrompt ? unreadFields(request) : []
  if (base.state.includes(hidden)) warnings.push(keptTransparency)
  return warnings
}
