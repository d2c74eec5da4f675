import { badAnswer } from '../../external/answer-error.ts'
import type { EngineContext } from '../../external/call-engine.ts'
import { encodeResult } from '../encode-result.ts'
import type { OutpaintOutcome, OutpaintRequest, OutpaintResult } from '../outpaint-request.ts'
import { prepare } from '../prepare.ts'
import {
  chooseFrame,
  drawFrame,
  type Frame,
  type FrameImages,
  type FrameLimits,
  readFrame,
} from './frame.ts'

/** An outpainting engine behind HTTP. */
export interface OutpaintEngine {
  outpaint(request: OutpaintRequest, context: EngineContext): Promise<OutpaintOutcome>
}

/** An image from an engine, with its seed if the engine returned one. */
export interface GeneratedImage {
  bytes: Uint8Array
  seed?: number
}

/** The parts that differ between engines. */
export interface Dialect {
  name: string
  version: string
  limits: FrameLimits
  /** Request fields of the job that this engine can't use. */
  unused(job: OutpaintRequest): string[]
  generate(
    job: OutpaintRequest,
    drawn: FrameImages,
    frame: Frame,
    context: EngineContext,
  ): Promise<GeneratedImage[]>
}

/**
 * The parts all adapters share: read and plan the job as for the embedded engine, draw it at a size
 * the engine accepts, and put the kept pixels over the engine's results. Kept pixels always come
 * from the input image, not from the engine.
 */
export function createAdapter(dialect: Dialect): OutpaintEngine {
  return {
    async outpaint(job, context) {
      const startedAt = performance.now()
      context.onProgress?.(0, 'reading')
      const prepared = await prepare(job)
      const frame = chooseFrame(prepared.plan, dialect.limits)
      const drawn = await drawFrame(prepared, frame)
      const readMs = performance.now() - startedAt

      context.onProgress?.(5, `waiting for ${dialect.name}`)
      const made = (await dialect.generate(job, drawn, frame, context)).slice(0, job.count)
      if (made.length === 0) throw badAnswer('The engine returned no image.')
      const generateMs = performance.now() - startedAt - readMs

      const results: OutpaintResult[] = []
      for (const [i, { bytes, seed }] of made.entries()) {
        context.onProgress?.(90 + Math.floor((i / made.length) * 10), 'encoding')
        const pixels = await readFrame(bytes, frame, prepared.plan)
        const result = await encodeResult(pixels, prepared.image, prepared.plan)
        const { width, height } = prepared.plan
        results.push({
          bytes: result,
          width,
          height,
          contentType: 'image/png',
          ...(seed === undefined ? {} : { seed }),
        })
      }
      context.onProgress?.(100, 'done')
      const totalMs = performance.now() - startedAt
      return {
        results,
        engine: {
          name: dialect.name,
          version: dialect.version,
          promptApplied: Boolean(job.prompt),
        },
        warnings: listWarnings(dialect, job, made.length),
        timings: { readMs, generateMs, encodeMs: totalMs - readMs - generateMs, totalMs },
      }
    },
  }
}

function listWarnings(dialect: Dialect, job: OutpaintRequest, made: number): string[] {
  const warnings = dialect
    .unused(job)
    .map((field) => `The engine ${dialect.name} does not support ${field}, so it was ignored.`)
  if (made < job.count) {
    warnings.push(
      `The engine ${dialect.name} created ${made} of the ${job.count} requested results.`,
    )
  }
  return warnings
}
