import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { EngineError } from '../engine-error.ts'
import { InferenceSession, Tensor } from '../onnxruntime.ts'
import { readVocabulary, type Vocabulary } from './tokens.ts'

export const sampleRate = 24_000
const styleSize = 256
const styleRows = 510

export interface Kokoro {
  vocabulary: Vocabulary
  /** Samples at 24 kHz, between about -1 and 1, with some silence at both ends. */
  speak(tokens: number[], voice: string, speed: number): Promise<Float32Array>
}

const opened = new Map<string, Promise<Kokoro>>()

/** One session per process and model, created on first use. Voice files are next to the model. */
export function openKokoro(modelPath: string, threads: number): Promise<Kokoro> {
  const known = opened.get(modelPath)
  if (known) return known
  const opening = load(modelPath, threads).catch((cause: unknown) => {
    // Don't cache a failure: the files may be in place for the next request.
    opened.delete(modelPath)
    if (cause instanceof EngineError) throw cause
    throw new EngineError('model_unusable', 'The speech model cannot be loaded.', { cause })
  })
  opened.set(modelPath, opening)
  return opening
}

async function load(modelPath: string, threads: number): Promise<Kokoro> {
  const folder = dirname(modelPath)
  const vocabulary = await readVocabulary(join(folder, 'tokenizer.json'))
  const session = await InferenceSession.create(modelPath, {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    // The arena keeps what the longest segment needed: 0.55 GB, or 0.9 GB at half speed. Without it
    // glibc's heap fragments, and the same run takes anything from 0.6 to 2.7 GB.
    enableCpuMemArena: true,
    enableMemPattern: false,
    // Spinning threads take CPU time from everything else: a fifth of the total.
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  })
  let current: { voice: string; styles: Float32Array } | undefined

  return {
    vocabulary,
    speak: async (tokens, voice, speed) => {
      if (current?.voice !== voice) {
        current = { voice, styles: await readStyles(join(folder, `${voice}.bin`)) }
      }
      // A voice has one style per text length.
      const row = Math.min(tokens.length, styleRows - 1) * styleSize
      const inputs = {
        input_ids: new Tensor('int64', BigInt64Array.from([0, ...tokens, 0], BigInt), [
          1,
          tokens.length + 2,
        ]),
        style: new Tensor('float32', current.styles.slice(row, row + styleSize), [1, styleSize]),
        speed: new Tensor('float32', Float32Array.of(speed), [1]),
      }
      const { waveform } = await session.run(inputs)
      if (!(waveform?.data instanceof Float32Array)) {
        throw new EngineError('model_unusable', 'The speech model returned an unexpected result.')
      }
      return waveform.data
    },
  }
}

async function readStyles(path: string): Promise<Float32Array> {
  const bytes = await readFile(path)
  if (bytes.length !== styleRows * styleSize * 4) {
    throw new EngineError('model_unusable', 'A file of the speech model is damaged.')
  }
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length))
}
