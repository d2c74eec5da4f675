import { Worker } from 'node:worker_threads'

interface Limits {
  /** Of CPU time, so that a busy machine does not end work that it only delays. */
  maxSeconds: number
  maxHeapMegabytes: number
}

const checkEveryMs = 500
/** How many times as long work may take on a busy machine. */
const maxWaitFactor = 10

/**
 * A thread for work whose cost a tenant determines: it can't block the event loop, and it is ended
 * if it takes too much time or memory. It answers one request at a time.
 */
export class WorkThread<Request, Reply> {
  readonly #script: URL
  readonly #limits: Limits
  #worker: Worker | undefined
  #last: Promise<unknown> = Promise.resolve()

  /** The script answers each message with one message. */
  constructor(script: URL, limits: Limits) {
    this.#script = script
    this.#limits = limits
  }

  /**
   * Undefined if the thread ran out of time or memory; any other error is a bug and is thrown.
   * Requests wait for each other, because nothing else says which one a message answers.
   */
  ask(request: Request, maxSeconds = this.#limits.maxSeconds): Promise<Reply | undefined> {
    const answer = this.#last.then(() => this.#askNext(request, maxSeconds))
    this.#last = answer.catch(() => {})
    return answer
  }

  async #askNext(request: Request, maxSeconds: number): Promise<Reply | undefined> {
    this.#worker ??= this.#start()
    const worker = this.#worker
    const { promise, resolve, reject } = Promise.withResolvers<Reply | undefined>()
    const onEnd = () => resolve(undefined)
    const onError = (error: Error & { code?: string }) =>
      error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? onEnd() : reject(error)
    const deadline = this.#endInTime(worker, maxSeconds)
    worker.once('message', resolve)
    worker.once('error', onError)
    worker.once('exit', onEnd)
    worker.postMessage(request)
    return promise.finally(() => {
      clearInterval(deadline)
      worker.off('message', resolve)
      worker.off('error', onError)
      worker.off('exit', onEnd)
    })
  }

  /** Ends the thread when it has used its time, and in any case after many times as long. */
  #endInTime(worker: Worker, maxSeconds: number): NodeJS.Timeout {
    const limitMs = maxSeconds * 1000
    const startedAt = performance.now()
    const before = readCpuMs(worker)
    const check = async () => {
      const waitedMs = performance.now() - startedAt
      // Node before 24.6 doesn't know the CPU time of a thread.
      const usedMs = 'cpuUsage' in worker ? (await readCpuMs(worker)) - (await before) : waitedMs
      if (usedMs >= limitMs || waitedMs >= limitMs * maxWaitFactor) await worker.terminate()
    }
    return setInterval(() => void check(), checkEveryMs)
  }

  #start(): Worker {
    const worker = new Worker(this.#script, {
      resourceLimits: { maxOldGenerationSizeMb: this.#limits.maxHeapMegabytes },
      // Work for tenants must not see our environment, which contains secrets.
      env: {},
      execArgv: [],
    })
    worker.unref()
    const forget = () => {
      if (this.#worker === worker) this.#worker = undefined
    }
    // `ask` handles the error; without this listener it would end the process.
    worker.on('error', forget)
    worker.once('exit', forget)
    return worker
  }
}

/** 0 before the thread runs and after it has ended. */
async function readCpuMs(worker: Worker): Promise<number> {
  const usage = await worker.cpuUsage?.().catch(() => undefined)
  return usage ? (usage.user + usage.system) / 1000 : 0
}
