/** Every engine that can run in a child process, by name. */
export const engineModules = {
  'audio-conversion': () => import('./media/run-conversion.ts'),
  background: () => import('./background/run.ts'),
  editing: () => import('./editing/run.ts'),
  faces: () => import('./faces/run.ts'),
  'image-generation': () => import('./image-generation/run.ts'),
  inspection: () => import('./media/inspect-media.ts'),
  outpainting: () => import('./outpainting/run.ts'),
  'outside-outpainting': () => import('./outpainting/run-external.ts'),
  probe: () => import('./media/run-probe.ts'),
  reading: () => import('./reading/run.ts'),
  speech: () => import('./speech/run.ts'),
  thumbnail: () => import('./thumbnail/run.ts'),
  transcription: () => import('./transcription/run.ts'),
  upscaling: () => import('./upscaling/run.ts'),
  video: () => import('./video/run.ts'),
  'video-tools': () => import('./video-tools/run.ts'),
}

export type EngineName = keyof typeof engineModules

const withoutModel = new Set<EngineName>([
  'audio-conversion',
  'editing',
  'inspection',
  'probe',
  'thumbnail',
  'video-tools',
])

/**
 * The engine whose child does the work. Engines without a model share a child: separate ones would
 * evict one that has a model, and an upload needs several of them.
 */
export function hostOf(engine: EngineName): EngineName {
  if (withoutModel.has(engine)) return 'editing'
  // Both models are small.
  if (engine === 'faces') return 'reading'
  if (engine === 'image-generation') return 'outside-outpainting'
  return engine
}

type EngineModule<Name extends EngineName> = Awaited<ReturnType<(typeof engineModules)[Name]>>

/** The input of an engine: plain data with file paths, never file contents. */
export type EngineJob<Name extends EngineName> = Parameters<EngineModule<Name>['run']>[0]

export type EngineResult<Name extends EngineName> = Awaited<ReturnType<EngineModule<Name>['run']>>

/** Intermediate results of an engine; `unknown` for an engine that only returns a final result. */
export type EnginePart<Name extends EngineName> =
  Parameters<EngineModule<Name>['run']> extends [unknown, EngineTools<infer Part>] ? Part : unknown

export interface EngineTools<Part = unknown> {
  onProgress(percent: number, stage: string): void
  /** Reports a finished part that the caller may keep even if the rest of the job fails. */
  onPart(part: Part): void
  /** Aborted when no one waits any more. Only jobs with a grace period get to see it. */
  signal: AbortSignal
}

export type ToChild = { kind: 'run'; engine: EngineName; job: unknown } | { kind: 'cancel' }

export type FromChild =
  | { kind: 'progress'; percent: number; stage: string }
  | { kind: 'part'; part: unknown }
  | { kind: 'result'; result: unknown }
  /** `code` is missing if the engine didn't expect the error. */
  | { kind: 'error'; code?: string; message: string; field?: string; retryable?: boolean }
