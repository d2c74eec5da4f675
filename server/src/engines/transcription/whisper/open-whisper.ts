import { EngineError } from '../../engine-error.ts'
import { openCpuSession } from '../../model-session.ts'
import { type InferenceSession, Tensor } from '../../onnxruntime.ts'
import { graphFiles } from './build-graphs.ts'
import { paddedAudio } from './log-mel.ts'
import { openGgml } from './read-ggml.ts'
import { silentTokens, type TokenIds, tokenIds } from './token-ids.ts'

/** The decoder's memory of one window: what it heard, and the tokens so far. */
export interface Memory {
  heard: Record<string, Tensor>
  past: Record<string, Tensor>
  length: number
}

export interface Whisper {
  ids: TokenIds
  tokens: Uint8Array[]
  silent: Set<number>
  layers: number
  heads: number
  textContext: number
  /** Listens to up to 30 seconds. */
  hear(samples: Float32Array): Promise<Record<string, Tensor>>
  /** Reads tokens and returns the logits of the next one; with their attention if asked. */
  read(memory: Memory, tokens: number[], withAttention?: boolean): Promise<Step>
  begin(heard: Record<string, Tensor>): Memory
}

export interface Step {
  logits: Float32Array
  /** One [heads][tokens][columns] per upper layer. */
  attention: Float32Array[]
}

const opened = new Map<string, Promise<Whisper>>()

/** One per process and model. The first use on a machine converts the weights, in seconds. */
export function openWhisper(modelPath: string, threads: number): Promise<Whisper> {
  const known = opened.get(modelPath)
  if (known) return known
  const opening = load(modelPath, threads).catch((cause: unknown) => {
    opened.delete(modelPath)
    if (cause instanceof EngineError) throw cause
    throw new EngineError('model_unusable', 'The transcription model cannot be loaded.', { cause })
  })
  opened.set(modelPath, opening)
  return opening
}

async function load(modelPath: string, threads: number): Promise<Whisper> {
  const ggml = await openGgml(modelPath)
  const files = await graphFiles(modelPath, ggml)
  const encoder = await openCpuSession(files.encoder, threads)
  const decoder = await openCpuSession(files.decoder, threads)
  const { state, heads, layers, textContext, vocabulary } = ggml.shape
  const ids = tokenIds(vocabulary)
  const positions = await ggml.read('decoder.positional_embedding')
  const layerNumbers = Array.from({ length: layers }, (_, layer) => layer)

  /** Rows come from the file: the whole table would take 100 MB. */
  const embed = async (tokens: number[], from: number) => {
    const x = new Float32Array(tokens.length * state)
    for (const [at, token] of tokens.entries()) {
      const row = await ggml.read('decoder.token_embedding.weight', { first: token, count: 1 })
      for (let index = 0; index < state; index++) {
        x[at * state + index] =
          (row[index] as number) + (positions[(from + at) * state + index] as number)
      }
    }
    return new Tensor('float32', x, [1, tokens.length, state])
  }

  return {
    ids,
    tokens: ggml.tokens,
    silent: silentTokens(ggml.tokens, ids),
    layers,
    heads,
    textContext,
    hear: async (samples) => {
      const audio = paddedAudio(samples)
      return (await encoder.run({
        audio: new Tensor('float32', audio, [1, 1, audio.length]),
      })) as Record<string, Tensor>
    },
    begin: (heard) => {
      const nothing = new Tensor('float32', new Float32Array(), [1, heads, 0, state / heads])
      const names = layerNumbers.flatMap((layer) => [`past_key.${layer}`, `past_value.${layer}`])
      return { heard, past: Object.fromEntries(names.map((name) => [name, nothing])), length: 0 }
    },
    read: async (memory, tokens, withAttention = false) => {
      const feeds = {
        ...memory.heard,
        ...memory.past,
        tokens: await embed(tokens, memory.length),
        mask: causalMask(tokens.length, memory.length),
      }
      const upper = layerNumbers.filter((layer) => layer >= layers / 2)
      const wanted = [
        'logits',
        ...layerNumbers.flatMap((layer) => [`new_key.${layer}`, `new_value.${layer}`]),
        ...(withAttention ? upper.map((layer) => `attention.${layer}`) : []),
      ]
      const results = await run(decoder, feeds, wanted)
      for (const layer of layerNumbers) {
        memory.past[`past_key.${layer}`] = results[`new_key.${layer}`] as Tensor
        memory.past[`past_value.${layer}`] = results[`new_value.${layer}`] as Tensor
      }
      memory.length += tokens.length
      const attention = withAttention
        ? upper.map((layer) => requireData(results[`attention.${layer}`]))
        : []
      return { logits: requireData(results.logits), attention }
    },
  }
}

async function run(decoder: InferenceSession, feeds: Record<string, Tensor>, wanted: string[]) {
  return (await decoder.run(feeds, wanted)) as Record<string, Tensor>
}

/** Each token sees those before it and itself. */
function causalMask(count: number, past: number): Tensor {
  const total = past + count
  const mask = new Float32Array(count * total)
  for (let row = 0; row < count; row++) {
    for (let column = past + row + 1; column < total; column++) mask[row * total + column] = -1e9
  }
  return new Tensor('float32', mask, [count, total])
}

function requireData(tensor: Tensor | undefined): Float32Array {
  if (tensor?.data instanceof Float32Array) return tensor.data
  throw new EngineError('model_unusable', 'The transcription model returned an unexpected result.')
}
