import { readFile } from 'node:fs/promises'
import { InferenceSession, Tensor } from 'onnxruntime-node'

const sessions = new Map<string, Promise<InferenceSession>>()

/**
 * One session per model and process, created on first use and kept until the process exits.
 * `prepare` may change the model's bytes before they are loaded.
 */
export function session(
  modelPath: string,
  threads: number,
  prepare: (model: Uint8Array) => Uint8Array = (model) => model,
): Promise<InferenceSession> {
  const key = `${modelPath}\n${threads}`
  let opening = sessions.get(key)
  if (!opening) {
    opening = load(modelPath, threads, prepare)
    sessions.set(key, opening)
    opening.catch(() => sessions.delete(key))
  }
  return opening
}

async function load(
  modelPath: string,
  threads: number,
  prepare: (model: Uint8Array) => Uint8Array,
): Promise<InferenceSession> {
  const opened = await InferenceSession.create(prepare(await readFile(modelPath)), {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    // The arena keeps the peak of the first run forever: three times the memory at rest.
    enableCpuMemArena: false,
    enableMemPattern: false,
    // Spinning threads take CPU time from everything else.
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  })
  // The runtime has its own copy now. Free ours before the memory peak of the first run.
  globalThis.gc?.()
  return opened
}

export async function runSession(
  opened: InferenceSession,
  input: Float32Array,
  side: number,
  outputName: string,
): Promise<{ values: Float32Array; milliseconds: number }> {
  const inputName = opened.inputNames[0]
  if (inputName === undefined) throw new Error('The model has no input')
  const tensor = new Tensor('float32', input, [1, 3, side, side])
  const started = performance.now()
  const results = await opened.run({ [inputName]: tensor }, [outputName])
  const milliseconds = performance.now() - started
  const output = results[outputName]
  if (!(output?.data instanceof Float32Array)) throw new Error('The model returned no numbers')
  return { values: output.data, milliseconds }
}
