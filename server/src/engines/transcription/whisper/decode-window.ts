import { deflateSync } from 'node:zlib'
import type { Memory, Whisper } from './open-whisper.ts'

export interface DecodedTokens {
  tokens: number[]
  /** The natural logarithm of each token's probability. */
  logs: number[]
  averageLog: number
  noSpeech: number
  temperature: number
}

export interface DecodeOptions {
  /** Undefined for an English-only model. */
  language: string | undefined
  translate: boolean
  /** At most this many tokens: no one speaks faster. */
  maxTokens: number
}

/** Whisper's own limits for a bad result, at which it tries again with more randomness. */
const temperatures = [0, 0.2, 0.4, 0.6, 0.8, 1]
const worstAverageLog = -1
const worstCompression = 2.4
/** Speech windows measured 0.003 to 0.125, silence 0.93. */
const silenceProbability = 0.6

/** Decodes what was heard. Empty if the model thinks that no one speaks. */
export async function decodeWindow(
  whisper: Whisper,
  heard: Memory['heard'],
  options: DecodeOptions,
): Promise<DecodedTokens> {
  const noSpeech = await noSpeechProbability(whisper, heard)
  if (noSpeech > silenceProbability) return nothing(noSpeech)
  let best: (DecodedTokens & { isRepetitive: boolean }) | undefined
  for (const temperature of temperatures) {
    const found = await decodeOnce(whisper, heard, options, temperature)
    const isRepetitive = measureCompression(whisper, found.tokens) > worstCompression
    const result = { ...found, noSpeech, temperature, isRepetitive }
    if (!isRepetitive && result.averageLog >= worstAverageLog) return result
    if (!best || rank(result) > rank(best)) best = result
  }
  // Nothing was convincing. Doubtful text over near-silence is an invention.
  return best && !best.isRepetitive && noSpeech < silenceProbability / 2 ? best : nothing(noSpeech)
}

function rank({ averageLog, isRepetitive }: { averageLog: number; isRepetitive: boolean }): number {
  return averageLog - (isRepetitive ? 100 : 0)
}

function nothing(noSpeech: number): DecodedTokens {
  return { tokens: [], logs: [], averageLog: 0, noSpeech, temperature: 0 }
}

/** The tokens before the text. */
export function buildPrompt({ ids }: Whisper, { language, translate }: DecodeOptions): number[] {
  if (!ids.isMultilingual) return [ids.start, ids.noTimestamps]
  const spoken = ids.languages.get(language ?? 'en') ?? ids.start + 1
  return [ids.start, spoken, translate ? ids.translate : ids.transcribe, ids.noTimestamps]
}

async function noSpeechProbability(whisper: Whisper, heard: Memory['heard']): Promise<number> {
  const { logits } = await whisper.read(whisper.begin(heard), [whisper.ids.start])
  return Math.exp(computeLog(logits, whisper.ids.noSpeech))
}

/** The language that the model hears, with its probability among all languages. */
export async function detectLanguage(
  whisper: Whisper,
  heard: Memory['heard'],
): Promise<{ language: string; probability: number }> {
  const { logits } = await whisper.read(whisper.begin(heard), [whisper.ids.start])
  const scores = [...whisper.ids.languages].map(([language, id]) => ({
    language,
    score: logits[id] ?? Number.NEGATIVE_INFINITY,
  }))
  const best = scores.reduce((one, other) => (other.score > one.score ? other : one))
  const sum = scores.reduce((total, { score }) => total + Math.exp(score - best.score), 0)
  return { language: best.language, probability: 1 / sum }
}

async function decodeOnce(
  whisper: Whisper,
  heard: Memory['heard'],
  options: DecodeOptions,
  temperature: number,
) {
  const { ids } = whisper
  const memory = whisper.begin(heard)
  const random = createRandom(1 + temperature * 10)
  const tokens: number[] = []
  const logs: number[] = []
  let total = 0
  let next = buildPrompt(whisper, options)
  const room = Math.min(options.maxTokens, whisper.textContext - next.length - 1)
  while (tokens.length < room) {
    const { logits } = await whisper.read(memory, next)
    suppress(logits, whisper, tokens.length === 0)
    const token = choose(logits, temperature, random)
    const log = computeLog(logits, token)
    total += log
    if (token === ids.endOfText) break
    tokens.push(token)
    logs.push(log)
    next = [token]
  }
  return { tokens, logs, averageLog: total / (tokens.length + 1) }
}

/** Times and signs never belong to the text; the first token is neither a space nor the end. */
function suppress(logits: Float32Array, { ids, silent, tokens }: Whisper, isFirst: boolean): void {
  for (const id of silent) logits[id] = Number.NEGATIVE_INFINITY
  logits.fill(Number.NEGATIVE_INFINITY, ids.firstTime)
  if (!isFirst) return
  logits[ids.endOfText] = Number.NEGATIVE_INFINITY
  const space = tokens.findIndex((bytes) => bytes.length === 1 && bytes[0] === 0x20)
  if (space >= 0) logits[space] = Number.NEGATIVE_INFINITY
}

function choose(logits: Float32Array, temperature: number, random: () => number): number {
  let best = 0
  for (let id = 1; id < logits.length; id++) {
    if ((logits[id] as number) > (logits[best] as number)) best = id
  }
  if (temperature === 0) return best
  const highest = logits[best] as number
  const weights = logits.map((value) => Math.exp((value - highest) / temperature))
  let left = random() * weights.reduce((sum, weight) => sum + weight, 0)
  const found = weights.findIndex((weight) => {
    left -= weight
    return left <= 0
  })
  return found < 0 ? best : found
}

function computeLog(logits: Float32Array, id: number): number {
  let highest = Number.NEGATIVE_INFINITY
  for (const value of logits) if (value > highest) highest = value
  let sum = 0
  for (const value of logits) sum += Math.exp(value - highest)
  return (logits[id] as number) - highest - Math.log(sum)
}

/** How much the text repeats itself. Speech compresses to a half, a loop to almost nothing. */
function measureCompression({ tokens: texts }: Whisper, tokens: number[]): number {
  const text = Buffer.concat(tokens.map((token) => texts[token] ?? new Uint8Array()))
  return text.length < 40 ? 1 : text.length / deflateSync(text).length
}

/** The same numbers in every run, so a result can be made again (mulberry32). */
function createRandom(seed: number): () => number {
  let state = Math.round(seed * 1000)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
