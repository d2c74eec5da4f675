/** Every engine that can be run in a child process, by name. */
export const engineModules = {
  background: () => import('./background/run.ts'),
  editing: () => import('./editing/run.ts'),
  outpainting: () => import('./outpainting/run.ts'),
  'outside-outpainting': () => import('./outpainting/run-external.ts'),
  probe: () => import('./media/run-probe.ts'),
  speech: () => import('./speech/run.ts'),
  thumbnail: () => import('./thumbnail/run.ts'),
  transcription: () => import('./transcription/run.ts'),
  video: () => import('./video/run.ts'),
}

export type EngineName = keyof typeof engineModules

/**
 * The engine whose child does the work. Thumbnails are made where pictures are edited: neither has
 * a model, and with a child of its own each would push out one that has.
 */
export function hostOf(engine: EngineName): EngineName {
  return engine === 'thumbnail' ? 'editing' : engine
}

type EngineModule<Name extends EngineName> = Awaited<ReturnType<(typeof engineModules)[Name]>>

/** What an engine is asked; plain data with paths of files, never their bytes. */
export type EngineJob<Name extends EngineName> = Parameters<EngineModule<Name>['run']>[0]

export type EngineResult<Name extends EngineName> = Awaited<ReturnType<EngineModule<Name>['run']>>

/** What an engine hands over while it works; `unknown` for one that has only its result. */
export type EnginePart<Name extends EngineName> =
  Parameters<EngineModule<Name>['run']> extends [unknown, EngineTools<infer Part>] ? Part : unknown

export interface EngineTools<Part = unknown> {
  onProgress(percent: number, stage: string): void
  /** Something finished that the caller may keep, whatever becomes of the rest of the job. */
  onPart(part: Part): void
  /** Aborted when nobody waits any more; only jobs with a grace period live to see it. */
  signal: AbortSignal
}

export type ToChild = { kind: 'run'; engine: EngineName; job: unknown } | { kind: 'cancel' }

export type FromChild =
  | { kind: 'progress'; percent: number; stage: string }
  | { kind: 'part'; part: unknown }
  | { kind: 'result'; result: unknown }
  /** `code` is absent for an error that the engine did not foresee. */
  | { kind: 'error'; code?: string; message: string; field?: string; retryable?: boolean }
