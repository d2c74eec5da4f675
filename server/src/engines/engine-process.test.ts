import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { isAlive } from '../lib/is-alive.ts'
import { type EnginePool, type EnginePoolOptions, enginePool } from './engine-process.ts'

interface Answer {
  pid: number
  jobs: number
  environment: string[]
}

let pool: EnginePool

/** A pool of its own for a test. */
function open(options: Partial<EnginePoolOptions> = {}) {
  const childFile = new URL('./test-engine-child.ts', import.meta.url)
  pool = enginePool({
    maxChildren: 1,
    maxResidentBytes: 2 ** 31,
    idleSeconds: 60,
    priority: 'low',
    childFile,
    ...options,
  })
  return pool
}

/** The test engines aren't the real ones, so their jobs have a different type. */
function ask(
  job: { do: string; megabytes?: number },
  options: { engine?: string; timeoutSeconds?: number; graceSeconds?: number } & {
    signal?: AbortSignal
    onProgress?: (percent: number, stage: string) => void
    onPart?: (part: unknown) => void
  } = {},
): Promise<Answer> {
  const { engine = 'removeBackground', ...rest } = options
  return pool.run(engine as 'removeBackground', job as never, {
    timeoutSeconds: 60,
    ...rest,
  }) as never
}

/** A job that runs until it is stopped. `running` resolves once it has started. */
function spin(options: Parameters<typeof ask>[1] = {}) {
  const { promise: running, resolve } = Promise.withResolvers<void>()
  return { running, job: ask({ do: 'spin' }, { ...options, onProgress: () => resolve() }) }
}

const untilGone = (pid: number) => expect.poll(() => isAlive(pid), { interval: 20 }).toBe(false)

/** A pool for all tests of a group: starting a child takes longer than most of its jobs. */
function usePool(options: Partial<EnginePoolOptions> = {}): void {
  beforeAll(() => void open(options))
  afterAll(() => pool.close())
}

describe('a warm child', () => {
  usePool()

  test('takes one job after the other, reports progress and is given no environment', async () => {
    const seen: [number, string][] = []
    const first = await ask({ do: 'well' }, { onProgress: (...step) => seen.push(step) })
    const second = await ask({ do: 'well' })
    expect(second).toMatchObject({ pid: first.pid, jobs: first.jobs + 1 })
    expect(seen).toEqual([[50, 'well']])
    const allowed = [
      'GLIBC_TUNABLES',
      'NODE_CHANNEL_FD',
      'NODE_CHANNEL_SERIALIZATION_MODE',
      'NODE_COMPILE_CACHE',
      'TMPDIR',
    ]
    expect(first.environment.filter((name) => !allowed.includes(name))).toEqual([])
  })

  test.runIf(process.platform === 'linux')('leaves requests their share of the CPU', async () => {
    const { pid } = await ask({ do: 'well' })
    const threads = readdirSync(`/proc/${pid}/task`)
    expect(threads.map((thread) => getPriority(Number(thread)))).toEqual(threads.map(() => 19))
    // Where the kernel divides time between sessions first.
    const group = existsSync('/proc/self/autogroup')
      ? readFileSync(`/proc/${pid}/autogroup`, 'utf8')
      : 'nice 10'
    expect(group).toContain('nice 10')
  })

  test('delivers parts before the result, in order and to the right job', async () => {
    const parts: unknown[] = []
    await ask({ do: 'parts' }, { onPart: (part) => parts.push(part) })
    expect(parts).toEqual(['one', 'two'])
    await ask({ do: 'parts' })
    expect(parts).toEqual(['one', 'two'])
  })

  test('survives an expected error of its engine', async () => {
    const { pid } = await ask({ do: 'well' })
    await expect(ask({ do: 'refuse' })).rejects.toMatchObject({ code: 'no_subject_found' })
    expect((await ask({ do: 'well' })).pid).toBe(pid)
  })

  test('inspects a file, makes its thumbnail and edits it', async () => {
    const { pid } = await ask({ do: 'well' }, { engine: 'inspect' })
    expect(await ask({ do: 'well' }, { engine: 'thumbnail' })).toMatchObject({ pid, jobs: 2 })
    expect(await ask({ do: 'well' }, { engine: 'edit' })).toMatchObject({ pid, jobs: 3 })
  })

  test('stops if another engine needs its place', async () => {
    const { pid } = await ask({ do: 'well' })
    expect((await ask({ do: 'well' }, { engine: 'other' })).pid).not.toBe(pid)
  })
})

describe('the line', () => {
  usePool()

  test('is first come, first served', async () => {
    const order: number[] = []
    const job = async (number: number) => {
      await ask({ do: 'well' })
      order.push(number)
    }
    await Promise.all([1, 2, 3, 4, 5].map(job))
    expect(order).toEqual([1, 2, 3, 4, 5])
  })

  test('can be left', async () => {
    const running = ask({ do: 'well' })
    const cancel = new AbortController()
    const waiting = ask({ do: 'well' }, { signal: cancel.signal })
    cancel.abort()
    await expect(waiting).rejects.toMatchObject({ code: 'cancelled' })
    await running
  })
})

describe('a pool', () => {
  afterEach(() => pool.close())

  test('unloads an idle child', async () => {
    open({ idleSeconds: 0.1 })
    const { pid } = await ask({ do: 'well' })
    await untilGone(pid)
    expect((await ask({ do: 'well' })).jobs).toBe(1)
  })

  test('has a limited number of children', async () => {
    open({ maxChildren: 2 })
    const jobs = [1, 2, 3, 4, 5].map(() => ask({ do: 'well' }))
    const children = (await Promise.all(jobs)).map(({ pid }) => pid)
    expect(new Set(children).size).toBe(2)
  })

  test('is empty after closing', async () => {
    open()
    const { running, job } = spin()
    const waiting = ask({ do: 'well' })
    const outcomes = Promise.allSettled([job, waiting, running.then(() => pool.close())])
    const codes = (await outcomes).map((one) => (one.status === 'rejected' ? one.reason.code : ''))
    expect(codes).toEqual(['cancelled', 'cancelled', ''])
    await expect(ask({ do: 'well' })).rejects.toMatchObject({ code: 'cancelled' })
  })
})

describe('a failing job affects no other job', () => {
  usePool({ maxResidentBytes: 400 * 2 ** 20 })

  const cases = [
    { job: { do: 'crash' }, code: 'engine_crashed' },
    { job: { do: 'exit' }, code: 'engine_crashed' },
    { job: { do: 'bug' }, code: 'engine_crashed' },
    { job: { do: 'spin' }, code: 'engine_timeout', timeoutSeconds: 0.3 },
    { job: { do: 'hoard', megabytes: 450 }, code: 'engine_out_of_memory' },
  ]
  for (const { job, code, timeoutSeconds } of cases) {
    test(`${job.do}: ${code}, and the next job gets a new child`, async () => {
      const { pid } = await ask({ do: 'well' })
      const bad = ask(job, timeoutSeconds ? { timeoutSeconds } : {})
      const next = ask({ do: 'well' })
      await expect(bad).rejects.toMatchObject({ name: 'EngineError', code })
      expect((await next).pid).not.toBe(pid)
      await untilGone(pid)
    })
  }

  test('parts delivered before a crash are kept', async () => {
    const parts: unknown[] = []
    const bad = ask({ do: 'part and crash' }, { onPart: (part) => parts.push(part) })
    await expect(bad).rejects.toMatchObject({ code: 'engine_crashed' })
    expect(parts).toEqual(['one'])
  })

  test('cancelled while running: the child is killed', async () => {
    const { pid } = await ask({ do: 'well' })
    const cancel = new AbortController()
    const { running, job } = spin({ signal: cancel.signal, timeoutSeconds: 600 })
    await running
    cancel.abort()
    await expect(job).rejects.toMatchObject({ code: 'cancelled' })
    await untilGone(pid)
    expect((await ask({ do: 'well' })).jobs).toBe(1)
  })

  test('cancelled with a grace period: the job cleans up, and the child survives', async () => {
    const { pid } = await ask({ do: 'well' })
    const cancel = new AbortController()
    const stages: string[] = []
    const onProgress = (_: number, stage: string) => {
      stages.push(stage)
      if (stage === 'tidy') cancel.abort()
    }
    const job = ask({ do: 'tidy' }, { signal: cancel.signal, graceSeconds: 20, onProgress })
    await expect(job).rejects.toMatchObject({ code: 'cancelled' })
    expect(stages).toEqual(['tidy', 'tidied'])
    expect((await ask({ do: 'well' })).pid).toBe(pid)
  })

  test('cancelled with a grace period that the job exceeds', async () => {
    const cancel = new AbortController()
    const job = ask(
      { do: 'spin' },
      { signal: cancel.signal, graceSeconds: 0.3, onProgress: () => cancel.abort() },
    )
    await expect(job).rejects.toMatchObject({ code: 'cancelled' })
    expect((await ask({ do: 'well' })).jobs).toBe(1)
  })

  test('killed from outside', async () => {
    const { pid } = await ask({ do: 'well' })
    const { running, job } = spin()
    await running
    process.kill(pid, 'SIGKILL')
    await expect(job).rejects.toMatchObject({ code: 'engine_crashed' })
    expect((await ask({ do: 'well' })).jobs).toBe(1)
  })
})
