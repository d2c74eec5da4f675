import { createHash, randomUUID } from 'node:crypto'
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { deserialize, serialize } from 'node:v8'
import { crc32 } from 'node:zlib'
import { InferenceSession, Tensor } from '../src/engines/onnxruntime.ts'
import { isAlive } from '../src/lib/is-alive.ts'

/** Emptied when a test run starts, so that every run sees what the models really compute. */
export const runsFolder = join(import.meta.dirname, '../../node_modules/.cache/atelier-model-runs')

type Feeds = InferenceSession.FeedsType
type Values = Record<string, Pick<Tensor, 'type' | 'data' | 'dims'>>

let isRemembering = false

/** Makes every model in this process look up its input among those of all processes of a test run. */
export function rememberRuns(): void {
  if (isRemembering) return
  isRemembering = true
  const create = InferenceSession.create.bind(InferenceSession) as (
    ...args: unknown[]
  ) => Promise<InferenceSession>
  InferenceSession.create = (async (...args: unknown[]) => {
    const model = await hashModel(args[0])
    let opening: Promise<InferenceSession> | undefined
    const open = () => (opening ??= create(...args))
    const names = await remembered(`${model} names`, async () => {
      const { inputNames, outputNames } = await open()
      return { inputNames: [...inputNames], outputNames: [...outputNames] }
    })
    return {
      ...names,
      run: async (feeds: Feeds, wanted: string[] = names.outputNames) => {
        const key = [model, ...wanted, ...Object.entries(feeds).map(describe)].join('\n')
        const values = await remembered<Values>(key, async () => {
          const results = await (await open()).run(feeds, wanted)
          return Object.fromEntries(
            Object.entries(results).map(([name, { type, data, dims }]) => [
              name,
              { type, data, dims },
            ]),
          )
        })
        return Object.fromEntries(
          Object.entries(values).map(([name, { type, data, dims }]) => [
            name,
            new Tensor(type as 'float32', data as Float32Array, dims),
          ]),
        )
      },
      release: async () => (await opening)?.release(),
    }
  }) as unknown as typeof InferenceSession.create
}

async function hashModel(model: unknown): Promise<string> {
  if (typeof model === 'string') return `${model} ${(await stat(model)).size}`
  const bytes = model as Uint8Array
  return `${bytes.length} ${crc32(bytes)}`
}

function describe([name, { type, dims, data }]: [string, Feeds[string]]) {
  const bytes = data as unknown as Float32Array
  const hash = createHash('sha1').update(
    new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength),
  )
  return `${name} ${type} ${dims} ${hash.digest('hex')}`
}

const waitMs = 50
const maxWaits = 120_000 / waitMs

/** Returns the remembered value, or computes it unless another process is doing so. */
async function remembered<T>(key: string, compute: () => Promise<T>): Promise<T> {
  const file = join(runsFolder, createHash('sha1').update(key).digest('hex'))
  // Everyone computes alone at last: a killed process may look alive until its parent notices.
  for (let waits = 0; waits < maxWaits; waits++) {
    const found = await readFile(file).catch(() => undefined)
    if (found) return deserialize(found) as T
    if (await acquire(`${file}.lock`)) break
    await sleep(waitMs)
  }
  try {
    const value = await compute()
    // A rename makes it visible as a whole.
    const draft = `${file}-${randomUUID()}`
    await writeFile(draft, serialize(value))
    await rename(draft, file)
    return value
  } finally {
    await rm(`${file}.lock`, { force: true })
  }
}

/** The lock names its process: tests kill engines, and a dead one computes nothing. */
async function acquire(lock: string): Promise<boolean> {
  try {
    await writeFile(lock, String(process.pid), { flag: 'wx' })
    return true
  } catch {
    const holder = Number(await readFile(lock, 'utf8').catch(() => ''))
    if (holder && !isAlive(holder)) await rm(lock, { force: true })
    return false
  }
}
