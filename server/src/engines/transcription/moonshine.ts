import { dirname, join } from 'node:path'
import { EngineError } from '../engine-error.ts'
import { sampleRate } from '../media/audio-decoder.ts'
import { openCpuSession } from '../model-session.ts'
import { type InferenceSession, Tensor } from '../onnxruntime.ts'
import { repeatedTail } from './repeated-tail.ts'

export interface Token {
  id: number
  /** The model's confidence, 0 to 1. */
  probability: number
}

/** Converts up to 30 seconds of audio to tokens. */
export type Recognise = (samples: Float32Array) => Promise<Token[]>

const layers = [0, 1, 2, 3, 4, 5]
const heads = 8
const headSize = 36
const startToken = 1
const endToken = 2

/** No one speaks faster. A longer output is the model repeating itself. */
const tokensPerSecond = 6.5
const spareTokens = 8

const decoderState = listNames('decoder')
const encoderState = listNames('encoder')
const firstOutputs = ['logits', ...presents(decoderState), ...presents(encoderState)]
const laterOutputs = ['logits', ...presents(decoderState)]

/** Moonshine tiny. The decoder file is next to the encoder. */
export async function openMoonshine(encoderPath: string, threads: number): Promise<Recognise> {
  const encoder = await openCpuSession(encoderPath, threads)
  // A decoder step is too small to parallelise: a second thread only cost more CPU time.
  const decoder = await openCpuSession(join(dirname(encoderPath), 'decoder.onnx'), 1)
  return async (spoken) => {
    const samples = atLeastASecond(spoken)
    const input = new Tensor('float32', samples, [1, samples.length])
    const { last_hidden_state: heard } = await encoder.run({ input_values: input })
    if (!heard) throw unexpected()
    const maxTokens = Math.ceil((samples.length / sampleRate) * tokensPerSecond) + spareTokens
    return decode(decoder, heard, maxTokens)
  }
}

/** With less audio the model invents words. */
function atLeastASecond(samples: Float32Array): Float32Array {
  if (samples.length >= sampleRate) return samples
  const longer = new Float32Array(sampleRate)
  longer.set(samples)
  return longer
}

/** Greedy decoding with cached state from the earlier steps. */
async function decode(decoder: InferenceSession, heard: Tensor, maxTokens: number) {
  const nothing = new Tensor('float32', new Float32Array(), [0, heads, 1, headSize])
  const feeds: Record<string, Tensor> = { encoder_hidden_states: heard }
  for (const name of [...decoderState, ...encoderState]) feeds[name] = nothing
  const tokens: Token[] = []
  let last = startToken
  while (tokens.length < maxTokens) {
    const isFirst = tokens.length === 0
    feeds.input_ids = new Tensor('int64', BigInt64Array.of(BigInt(last)), [1, 1])
    feeds.use_cache_branch = new Tensor('bool', Uint8Array.of(isFirst ? 0 : 1), [1])
    const results = await decoder.run(feeds, isFirst ? firstOutputs : laterOutputs)
    const token = likeliest(results.logits)
    if (token.id === endToken) break
    tokens.push(token)
    const surplus = repeatedTail(tokens)
    if (surplus > 0) return tokens.slice(0, -surplus)
    last = token.id
    for (const name of isFirst ? [...decoderState, ...encoderState] : decoderState) {
      feeds[name] = results[presentName(name)] ?? nothing
    }
  }
  return tokens
}

function likeliest(logits: Tensor | undefined): Token {
  const values = logits?.data
  if (!(values instanceof Float32Array)) throw unexpected()
  let id = 0
  let highest = Number.NEGATIVE_INFINITY
  for (let at = 0; at < values.length; at++) {
    const value = values[at] as number
    if (value > highest) {
      highest = value
      id = at
    }
  }
  let sum = 0
  for (let at = 0; at < values.length; at++) {
    const distance = (values[at] as number) - highest
    // Even all 32,768 values beyond this would add less than a thousandth.
    if (distance > -18) sum += Math.exp(distance)
  }
  return { id, probability: 1 / sum }
}

function listNames(side: 'decoder' | 'encoder'): string[] {
  const parts = ['key', 'value']
  return layers.flatMap((layer) => parts.map((part) => `past_key_values.${layer}.${side}.${part}`))
}

function presents(names: string[]): string[] {
  return names.map(presentName)
}

function presentName(name: string): string {
  return name.replace('past_key_values', 'present')
}

function unexpected(): EngineError {
  return new EngineError('model_unusable', 'The transcription model returned an unexpected result.')
}
