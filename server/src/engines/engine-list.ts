import { background } from './background/engine.ts'
import type { EngineDeclaration, EngineResources, EngineTools } from './declare-engine.ts'
import { editing } from './editing/engine.ts'
import { faces } from './faces/engine.ts'
import { imageGeneration } from './image-generation/engine.ts'
import { audioConversion, inspection, probing } from './media/engines.ts'
import { externalOutpainting, outpainting } from './outpainting/engines.ts'
import { reading } from './reading/engine.ts'
import { speech } from './speech/engine.ts'
import { thumbnails } from './thumbnail/engine.ts'
import { transcription } from './transcription/engine.ts'
import { upscaling } from './upscaling/engine.ts'
import { videos } from './video/engine.ts'
import { videoTools } from './video-tools/engine.ts'

/** Every engine that can run in a child process, by what it does. */
export const engineList = {
  convertAudio: audioConversion,
  edit: editing,
  editVideo: videoTools,
  findFaces: faces,
  generateImages: imageGeneration,
  inspect: inspection,
  outpaint: outpainting,
  outpaintExternally: externalOutpainting,
  probe: probing,
  readText: reading,
  removeBackground: background,
  renderVideo: videos,
  speak: speech,
  thumbnail: thumbnails,
  transcribe: transcription,
  upscale: upscaling,
}

export type EngineName = keyof typeof engineList

type Run<Name extends EngineName> =
  (typeof engineList)[Name] extends EngineDeclaration<infer Found> ? Found : never

/** The input of an engine: plain data with file paths, never file contents. */
export type EngineRequest<Name extends EngineName> = Parameters<Run<Name>>[0]

/** What a caller asks for. The pool adds the rest. */
export type EngineInput<Name extends EngineName> =
  EngineRequest<Name> extends infer Request
    ? Request extends unknown
      ? Omit<Request, keyof EngineResources>
      : never
    : never

export type EngineResult<Name extends EngineName> = Awaited<ReturnType<Run<Name>>>

/** Intermediate results of an engine; `unknown` for an engine that only returns a final result. */
export type EnginePart<Name extends EngineName> =
  Parameters<Run<Name>> extends [unknown, EngineTools<infer Part>, ...unknown[]] ? Part : unknown

export type ToChild = { kind: 'run'; engine: EngineName; request: unknown } | { kind: 'cancel' }

export type FromChild =
  | { kind: 'progress'; percent: number; stage: string }
  | { kind: 'part'; part: unknown }
  | { kind: 'result'; result: unknown }
  /** `code` is missing if the engine didn't expect the error. */
  | { kind: 'error'; code?: string; message: string; field?: string; retryable?: boolean }
