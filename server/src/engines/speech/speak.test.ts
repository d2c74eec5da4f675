import { describe, expect, test } from 'vitest'
import { edges, trimEdges } from './edges.ts'
import { type Kokoro, sampleRate } from './kokoro.ts'
import { plainPieces } from './pieces.ts'
import { writeScript } from './script.ts'
import { speak } from './speak.ts'

/** A tone with hiss and abrupt edges: the model's silence, a hard start and a hard end. */
function roughSpeech(
  leadSamples: number,
  speechSamples: number,
  tailSamples: number,
): Float32Array {
  const samples = new Float32Array(leadSamples + speechSamples + tailSamples).fill(0.0001)
  for (let at = 0; at < speechSamples; at++) {
    samples[leadSamples + at] = 0.4 * Math.cos((at * 2 * Math.PI * 150) / sampleRate)
  }
  return samples
}

function largestJump(samples: Float32Array, from = 1, to = samples.length): number {
  let largest = 0
  for (let at = Math.max(1, from); at < to; at++) {
    largest = Math.max(largest, Math.abs((samples[at] ?? 0) - (samples[at - 1] ?? 0)))
  }
  return largest
}

describe('edges', () => {
  test('silence is cut to a known length, and the ends meet it softly', () => {
    const trimmed = trimEdges(roughSpeech(7200, 24_000, 9600))
    expect(trimmed.length).toBe(24_000 + edges.leadSamples + edges.tailSamples)
    expect(trimmed[0]).toBe(0)
    expect(trimmed.at(-1)).toBe(0)
  })

  test('a start and an end without any silence are faded', () => {
    const trimmed = trimEdges(roughSpeech(0, 24_000, 0))
    expect(trimmed.length).toBe(24_000)
    const inner = largestJump(trimmed, 2000, 20_000)
    expect(largestJump(trimmed, 1, 600)).toBeLessThan(inner * 1.2)
    expect(largestJump(trimmed, 23_000)).toBeLessThan(inner * 1.2)
  })

  test('too loud audio is attenuated, not clipped', () => {
    const loud = trimEdges(roughSpeech(2400, 12_000, 2400).map((value) => value * 3))
    expect(Math.max(...loud.map(Math.abs))).toBeCloseTo(0.97, 5)
    expect(loud.filter((value) => Math.abs(value) > 0.96).length).toBeLessThan(1500)
  })

  test('a soft s at the end is kept, and silence alone is nothing', () => {
    const samples = roughSpeech(2400, 12_000, 12_000)
    for (let at = 14_400; at < 18_000; at++) samples[at] = 0.012 * (at % 2 ? 1 : -1)
    expect(trimEdges(samples).length).toBe(720 + 15_600 + edges.tailSamples)
    expect(trimEdges(new Float32Array(5000)).length).toBe(0)
  })
})

/** Produces rough speech, longer for more tokens, and records its calls. */
function roughKokoro(silence: number) {
  const asked: { tokens: number; voice: string; speed: number }[] = []
  const vocabulary = new Map(
    [...'abcdefghijklmnopqrstuvwxyzˈˌəɪʌɛɹæðɡOAIWɔŋʃ ,.!?'].map((one, at) => [one, at + 1]),
  )
  const kokoro: Kokoro = {
    vocabulary,
    speak: async (tokens, voice, speed) => {
      asked.push({ tokens: tokens.length, voice, speed })
      return roughSpeech(silence, tokens.length * 1000, silence)
    },
  }
  return { kokoro, asked }
}

async function speakText(text: string, { speed = 1, silence = 5000 } = {}) {
  const { kokoro, asked } = roughKokoro(silence)
  const written: Float32Array[] = []
  const progress: [number, string][] = []
  const outcome = await speak(writeScript(plainPieces(text), 'en-US', speed), {
    kokoro,
    voice: 'af_heart',
    languageCode: 'en-US',
    speed,
    writer: { write: async (samples) => void written.push(samples.slice()) },
    onProgress: (...step) => progress.push(step),
  })
  const samples = new Float32Array(written.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of written) {
    samples.set(part, at)
    at += part.length
  }
  return {
    ...outcome,
    samples,
    progress,
    asked,
    largestWrite: Math.max(...written.map((w) => w.length)),
  }
}

describe('speaking', () => {
  test('sentence times match the audio to the millisecond', async () => {
    const { sentences, durationMs, samples } = await speakText('One two. Three!\n\nFour five six.')
    expect(sentences.map(({ text }) => text)).toEqual(['One two.', 'Three!', 'Four five six.'])
    expect(durationMs).toBe(Math.round(samples.length / 24))
    expect(sentences[0]?.startMs).toBe(0)
    expect(sentences.at(-1)?.endMs).toBe(durationMs)
    const gaps = sentences.slice(1).map(({ startMs }, at) => startMs - (sentences[at]?.endMs ?? 0))
    expect(gaps).toEqual([260, 600])
    const loud = (ms: number) => Math.abs(samples[Math.round(ms * 24)] ?? 0) > 0
    for (const [at, { startMs, endMs }] of sentences.entries()) {
      const inside = samples.subarray(startMs * 24, endMs * 24)
      expect(inside.findIndex((value) => Math.abs(value) > 0.1)).toBeLessThan(
        edges.leadSamples + 300,
      )
      expect(loud(startMs + 2)).toBe(true)
      const next = sentences[at + 1]
      if (!next) continue
      const between = samples.subarray(endMs * 24 + 24, next.startMs * 24 - 24)
      expect(between.every((value) => value === 0)).toBe(true)
    }
  })

  test('no join jumps more than the speech itself', async () => {
    const { sentences, samples } = await speakText('One two. Three! Four five six. Seven.', {
      silence: 0,
    })
    const inner = largestJump(roughSpeech(0, 24_000, 0))
    expect(sentences).toHaveLength(4)
    expect(largestJump(samples)).toBeLessThanOrEqual(inner * 1.2)
  })

  test('many sentences do not drift', async () => {
    const { sentences, durationMs, samples } = await speakText('No! '.repeat(60))
    expect(sentences).toHaveLength(60)
    expect(durationMs).toBe(Math.round(samples.length / 24))
  })

  test('progress by sentence, voice and speed as asked', async () => {
    const { progress, asked } = await speakText('One. Two. Three.', { speed: 1.5 })
    expect(progress.map(([, stage]) => stage)).toEqual([
      'speaking sentence 1 of 3',
      'speaking sentence 2 of 3',
      'speaking sentence 3 of 3',
    ])
    expect(progress.map(([percent]) => percent)).toEqual([0, 28, 56])
    expect(asked.every(({ voice, speed }) => voice === 'af_heart' && speed === 1.5)).toBe(true)
  })

  test('a very long sentence is spoken in small stretches', async () => {
    const { sentences, asked, largestWrite } = await speakText('bring the sun again '.repeat(100))
    expect(sentences.length).toBeGreaterThan(2)
    expect(asked.length).toBeGreaterThan(sentences.length)
    expect(Math.max(...asked.map(({ tokens }) => tokens))).toBeLessThanOrEqual(220)
    expect(largestWrite).toBeLessThan(250_000)
  })
})
