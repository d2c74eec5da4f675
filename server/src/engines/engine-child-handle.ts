import { type ChildProcess, fork } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { programFile } from '../lib/installation.ts'
import { driverEnvironment } from './device/probe-device.ts'
import { EngineError } from './engine-error.ts'
import type { EngineName, FromChild, ToChild } from './engine-list.ts'
import type { EnginePriority } from './lower-priority.ts'

export interface EngineRunOptions<Part = unknown> {
  /** Counts from the start of the work, not from entering the queue. */
  timeoutSeconds: number
  signal?: AbortSignal | undefined
  /** Time a cancelled request has to clean up, for example to cancel a paid job at a provider. */
  graceSeconds?: number
  onProgress?: ((percent: number, stage: string) => void) | undefined
  /** Called with each finished part, in order, before the result. */
  onPart?: ((part: Part) => void) | undefined
}

export interface ChildKind {
  name: string
  /** See `EngineDeclaration`. */
  keepsMemory: boolean
}

export interface EngineChild {
  readonly name: string
  readonly busy: boolean
  run(engine: EngineName, request: unknown, options: EngineRunOptions): Promise<unknown>
  kill(): Promise<void>
}

export interface ChildLimits {
  maxResidentBytes: number
  idleSeconds: number
  priority?: EnginePriority
  childFile?: URL
}

/**
 * One child process for an engine, or for several that share it. Calls `onGone` once, when the
 * child can't accept more requests.
 */
export function startChild(kind: ChildKind, limits: ChildLimits, onGone: () => void): EngineChild {
  const child = forkChild(kind, limits)
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  let current: RunningRequest | undefined
  let idle: NodeJS.Timeout | undefined
  let gone = false

  const retire = (error: EngineError) => {
    child.kill('SIGKILL')
    clearTimeout(idle)
    if (!gone) onGone()
    gone = true
    current?.fail(error)
  }
  child.once('error', (error) => retire(crash(String(error))))
  child.once('exit', (code, signal) => retire(crash(`exit code ${code}, signal ${signal}`)))

  return {
    name: kind.name,
    get busy() {
      return current !== undefined
    },
    kill: () => {
      // Keep this process alive until the child has exited.
      child.ref()
      retire(ended('cancelled'))
      return exited
    },
    run: async (engine, request, options) => {
      clearTimeout(idle)
      hold(child, true)
      try {
        const message: ToChild = { kind: 'run', engine, request }
        current = sendRequest(child, message, options, limits.maxResidentBytes, retire)
        return await current.done
      } finally {
        current = undefined
        hold(child, false)
        const unload = () => retire(ended('cancelled'))
        if (!gone) idle = setTimeout(unload, limits.idleSeconds * 1000).unref()
      }
    },
  }
}

interface RunningRequest {
  done: Promise<unknown>
  fail(error: EngineError): void
}

const memoryCheckMs = 100

/** Sends a request and waits for the answer. Anything that stops it early calls `retire`. */
function sendRequest(
  child: ChildProcess,
  message: ToChild,
  { timeoutSeconds, graceSeconds, signal, onProgress, onPart }: EngineRunOptions,
  maxResidentBytes: number,
  retire: (error: EngineError) => void,
): RunningRequest {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  const deadline = setTimeout(() => retire(ended('engine_timeout')), timeoutSeconds * 1000)
  const memory = setInterval(async () => {
    const bytes = await residentBytes(child.pid)
    if (bytes > maxResidentBytes) retire(ended('engine_out_of_memory'))
  }, memoryCheckMs)
  let grace: NodeJS.Timeout | undefined
  const onAbort = () => {
    if (!graceSeconds) return retire(ended('cancelled'))
    child.send({ kind: 'cancel' } satisfies ToChild)
    grace = setTimeout(() => retire(ended('cancelled')), graceSeconds * 1000)
  }
  const onMessage = (answer: FromChild) => {
    if (answer.kind === 'progress') onProgress?.(answer.percent, answer.stage)
    else if (answer.kind === 'part') onPart?.(answer.part)
    else if (answer.kind === 'result') resolve(answer.result)
    else if (answer.code === undefined) retire(crash(answer.message))
    else reject(new EngineError(answer.code, answer.message, answer))
  }
  signal?.addEventListener('abort', onAbort, { once: true })
  child.on('message', onMessage)
  child.send(message, (error) => error && retire(crash(String(error))))
  const done = promise.finally(() => {
    clearTimeout(deadline)
    clearTimeout(grace)
    clearInterval(memory)
    signal?.removeEventListener('abort', onAbort)
    child.off('message', onMessage)
  })
  return { done, fail: reject }
}

/**
 * Without onnxruntime's arena every tensor is a fresh mapping that the kernel has to clear, which
 * costs almost as much as the arithmetic. Making glibc keep these blocks for reuse cut a MI-GAN run
 * from 4.2 to 2.3 seconds of CPU, at 320 MB resident instead of 190 (with the arena: 820). Other C
 * libraries ignore these variables.
 */
const modelProcessEnv = {
  MALLOC_MMAP_THRESHOLD_: '268435456',
  MALLOC_TRIM_THRESHOLD_: '268435456',
  MALLOC_TOP_PAD_: '16777216',
} as const

function forkChild(
  { keepsMemory }: ChildKind,
  {
    priority = 'normal',
    childFile = programFile('server/src/engines/engine-child.ts'),
  }: ChildLimits,
): ChildProcess {
  return fork(childFile, [priority], {
    execArgv: ['--expose-gc'],
    // A session of its own, whose share of the CPU the child can lower.
    detached: true,
    // Don't pass on our environment, which contains secrets. The tunable makes glibc request huge
    // pages: 10% less time in models that allocate gigabytes. Other platforms ignore it.
    env: {
      GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1',
      ...driverEnvironment(),
      ...compileCache(),
      ...(keepsMemory && modelProcessEnv),
    },
    // Native code may print errors before it crashes. They belong in our log.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
}

/** Halves the time that a child takes to start. */
function compileCache() {
  // A folder per version of Node, inside the one that the cache was enabled with.
  const folder = getCompileCacheDir()
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) }
}

/** An idle child must not keep a finished program running. */
function hold(child: ChildProcess, held: boolean): void {
  if (held) child.ref()
  else child.unref()
  if (held) child.channel?.ref()
  else child.channel?.unref()
}

/**
 * Linux only. On other platforms the memory limit isn't enforced; the timeout stops a growing job.
 */
async function residentBytes(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024
}

const messages = {
  cancelled: 'The task was cancelled.',
  engine_timeout: 'The task exceeded its time limit.',
  engine_out_of_memory: 'The task exceeded its memory limit.',
}

function crash(why: string): EngineError {
  return new EngineError('engine_crashed', 'The engine stopped unexpectedly.', { cause: why })
}

function ended(code: keyof typeof messages): EngineError {
  return new EngineError(code, messages[code])
}
