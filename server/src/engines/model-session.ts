import { readFile } from 'node:fs/promises'
import type { Device } from './device/probe-device.ts'
import { EngineError } from './engine-error.ts'
import { InferenceSession, Tensor } from './onnxruntime.ts'

export interface OpenSession {
  session: InferenceSession
  /** The CPU if the wanted device can't run the model. */
  device: Device
}

const sessions = new Map<string, Promise<OpenSession>>()

/**
 * One session per model and process, created on first use and kept until the process exits.
 * `prepare` may change the model's bytes before they are loaded.
 */
export function session(
  modelPath: string,
  { threads, device }: { threads: number; device: Device },
  prepare: (model: Uint8Array) => Uint8Array = (model) => model,
): Promise<OpenSession> {
  const key = `${modelPath}\n${threads}\n${device}`
  let opening = sessions.get(key)
  if (!opening) {
    opening = load(modelPath, threads, prepare, device)
    sessions.set(key, opening)
    opening.catch(() => sessions.delete(key))
  }
  return opening
}

async function load(
  modelPath: string,
  threads: number,
  prepare: (model: Uint8Array) => Uint8Array,
  device: Device,
): Promise<OpenSession> {
  const model = prepare(await readFile(modelPath))
  const options = sessionOptions(threads)
  if (device !== 'cpu') {
    const onGpu = { ...options, executionProviders: [device] }
    // A model that the GPU can't take, for example for lack of memory, still runs on the CPU.
    const session = await InferenceSession.create(model, onGpu).catch(() => undefined)
    if (session) return { session, device }
  }
  const session = await InferenceSession.create(model, options)
  // The runtime has its own copy now. Free ours before the memory peak of the first run.
  globalThis.gc?.()
  return { session, device: 'cpu' }
}

const cpuSessions = new Map<string, Promise<InferenceSession>>()

/** The same on the CPU, for models that keep their weights in a file of their own. */
export function openCpuSession(modelPath: string, threads: number): Promise<InferenceSession> {
  const open = cpuSessions.get(modelPath)
  if (open) return open
  const opening = InferenceSession.create(modelPath, sessionOptions(threads)).catch(
    (cause: unknown) => {
      // Don't cache a failure: the file may be in place for the next request.
      cpuSessions.delete(modelPath)
      throw new EngineError('model_unusable', 'The model cannot be loaded.', { cause })
    },
  )
  cpuSessions.set(modelPath, opening)
  return opening
}

function sessionOptions(threads: number) {
  return {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    // The arena keeps the peak of the first run forever: three times the memory at rest.
    enableCpuMemArena: false,
    enableMemPattern: false,
    // Spinning threads take CPU time from everything else.
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  }
}

/** Runs a model that takes one image as planes of red, green and blue. */
export async function runSession(
  { session: opened, device }: OpenSession,
  input: Float32Array,
  { width, height }: { width: number; height: number },
  outputName = opened.outputNames[0] ?? '',
): Promise<{ values: Float32Array; milliseconds: number; device: Device }> {
  const inputName = opened.inputNames[0]
  if (inputName === undefined) throw new Error('The model has no input')
  const tensor = new Tensor('float32', input, [1, 3, height, width])
  const started = performance.now()
  const results = await opened.run({ [inputName]: tensor }, [outputName])
  const milliseconds = performance.now() - started
  const output = results[outputName]
  if (!(output?.data instanceof Float32Array)) throw new Error('The model returned no numbers')
  return { values: output.data, milliseconds, device }
}
