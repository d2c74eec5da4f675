import type { Device } from './device/probe-device.ts'

/** Finds the files of models. Downloads them on first use. */
export interface ModelFiles {
  find(id: string): Promise<string>
  isReady(id: string): Promise<boolean>
  englishModel: string
}

/** What an engine is given besides its request. Each engine reads what it needs. */
export interface EngineResources {
  threads?: number
  device?: Device
  /** Ranges of the operator's network that an external engine may be in. */
  allowCidrs?: readonly string[]
  models?: unknown
}

export interface EngineTools<Part = unknown> {
  onProgress(percent: number, stage: string): void
  /** Reports a finished part that the caller may keep even if the rest of the work fails. */
  onPart(part: Part): void
  /** Aborted when no one waits any more. Only engines with a grace period get to see it. */
  signal: AbortSignal
}

type AnyRun = (request: never, tools: never) => Promise<unknown>

export interface EngineDeclaration<Run extends AnyRun = AnyRun> {
  /** Runs in a child process. The module may contain native code, so only the child loads it. */
  load(): Promise<{ run: Run }>
  timeoutSeconds: number | ((request: Parameters<Run>[0]) => number)
  /**
   * Engines with the same name share a child process, because their models are small or missing.
   * Otherwise one of them would evict another's model. Defaults to a child of its own.
   */
  child?: string
  findModels?(files: ModelFiles, request: Parameters<Run>[0]): Promise<unknown>
  /** Whether it runs on the GPU if there is one. Defaults to false. */
  usesGpu?(request: Parameters<Run>[0]): boolean
  /**
   * For models that allocate and free many blocks. Keeping the blocks saves 10 to 50% of the time.
   */
  keepsMemory?: true
  /** `light` for external engines, which mostly wait, so more can run at a time. */
  queue?: 'heavy' | 'light'
  /** Time to clean up after a cancellation, for example to cancel a paid job at a provider. */
  graceSeconds?: number
}

/** Keeps the types of `run`. */
export function declareEngine<Run extends AnyRun>(
  engine: EngineDeclaration<Run>,
): EngineDeclaration<Run> {
  return engine
}
