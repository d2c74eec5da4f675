import { requireNoTransaction } from '../platform/postgres/transaction-context.ts'
import { step } from '../platform/tracing/tracer.ts'
import type { EngineDeclaration } from './declare-engine.ts'
import {
  type ChildKind,
  type EngineChild,
  type EngineRunOptions,
  startChild,
} from './engine-child-handle.ts'
import { EngineError } from './engine-error.ts'
import {
  type EngineName,
  type EnginePart,
  type EngineRequest,
  type EngineResult,
  engineList,
} from './engine-list.ts'
import type { EnginePriority } from './lower-priority.ts'

export interface EnginePoolOptions {
  /** Maximum number of children across all engines. Further requests wait in the queue. */
  maxChildren: number
  /** A child that exceeds this is killed, and its request fails. */
  maxResidentBytes: number
  /** How long an idle child keeps its models in memory. */
  idleSeconds: number
  priority?: EnginePriority
  /** Replaces `engine-child.ts` in tests. */
  childFile?: URL
}

export interface EnginePool {
  run<Name extends EngineName>(
    engine: Name,
    request: EngineRequest<Name>,
    options: EngineRunOptions<EnginePart<Name>>,
  ): Promise<EngineResult<Name>>
  /** Kills all children. Running and waiting requests fail as cancelled. */
  close(): Promise<void>
}

interface WaitingRequest {
  engine: EngineName
  start(child: EngineChild): Promise<void>
  cancel(): void
}

/**
 * Runs engines in child processes: a limited number, first come first served, each child kept warm
 * for the next request to the same engine. A crash, kill or timeout fails one request with a typed
 * error. The next one gets a new child.
 */
export function enginePool(options: EnginePoolOptions): EnginePool {
  const children = new Set<EngineChild>()
  const line: WaitingRequest[] = []
  let closed = false

  const chooseChild = (engine: EngineName): EngineChild | undefined => {
    const idle = [...children].filter((child) => !child.busy)
    const warm = idle.find((child) => child.name === findChild(engine).name)
    if (warm) return warm
    // Evict another engine's models.
    if (children.size >= options.maxChildren) idle[0]?.kill()
    if (children.size >= options.maxChildren) return undefined
    const child = startChild(findChild(engine), options, () => {
      children.delete(child)
      queueMicrotask(startNext)
    })
    children.add(child)
    return child
  }

  const startNext = () => {
    while (line[0]) {
      const child = chooseChild(line[0].engine)
      if (!child) return
      void line.shift()?.start(child).then(startNext)
    }
  }

  const leaveLine = (waiting: WaitingRequest) => {
    const place = line.indexOf(waiting)
    if (place < 0) return
    line.splice(place, 1)
    waiting.cancel()
  }

  return {
    run: (engine, request, runOptions) => {
      requireNoTransaction(`The engine ${engine}`)
      const { promise, resolve, reject } = Promise.withResolvers<EngineResult<typeof engine>>()
      const waiting: WaitingRequest = {
        engine,
        cancel: () => reject(cancelled()),
        // The child only returns values of its own engine's types: `run` there ensures that.
        start: (child) =>
          child
            .run(engine, request, runOptions as EngineRunOptions)
            .then((r) => resolve(r as never), reject),
      }
      if (closed || runOptions.signal?.aborted) return Promise.reject(cancelled())
      const onAbort = () => leaveLine(waiting)
      runOptions.signal?.addEventListener('abort', onAbort, { once: true })
      line.push(waiting)
      startNext()
      return step({ name: `engine ${engine}` }, () =>
        promise.finally(() => runOptions.signal?.removeEventListener('abort', onAbort)),
      )
    },
    close: async () => {
      closed = true
      for (const waiting of [...line]) leaveLine(waiting)
      await Promise.all([...children].map((child) => child.kill()))
    },
  }
}

function findChild(engine: EngineName): ChildKind {
  const declared: EngineDeclaration | undefined = engineList[engine] as EngineDeclaration
  return { name: declared?.child ?? engine, keepsMemory: declared?.keepsMemory ?? false }
}

function cancelled(): EngineError {
  return new EngineError('cancelled', 'The task was cancelled.')
}
