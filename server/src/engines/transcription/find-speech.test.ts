import { expect, test } from 'vitest'
import { frameSamples, leadSamples, windowFrames } from './detect-speech.ts'
import { findSpeech } from './find-speech.ts'

const sound = Float32Array.from({ length: 2.6 * windowFrames * frameSamples + 77 }, (_, at) => at)

/** Three seconds of speech every ten seconds. Each sample's value is its position. */
const isSpeech = (frame: number) => frame % 300 >= 150 && frame % 300 < 250

function* blocks() {
  for (let at = 0; at < sound.length; at += 4_999) {
    yield { startSample: at, samples: sound.slice(at, at + 4_999) }
  }
}

/** Replaces the model: detects speech by position, and checks that no samples are missing. */
async function detect(samples: Float32Array): Promise<Float32Array> {
  const start = (samples[leadSamples] ?? 0) / frameSamples
  expect(Number.isInteger(start)).toBe(true)
  for (let at = 0; at < samples.length; at += 1_009) {
    expect(samples[at]).toBe(Math.max(0, start * frameSamples + at - leadSamples))
  }
  const frames = Math.ceil((samples.length - leadSamples) / frameSamples)
  return Float32Array.from({ length: frames }, (_, at) => (isSpeech(start + at) ? 0.9 : 0.1))
}

async function found(startFrame: number) {
  const segments: [start: number, end: number][] = []
  let done = startFrame
  for await (const { segment, doneFrame } of findSpeech(blocks(), detect, startFrame)) {
    expect(doneFrame).toBeGreaterThanOrEqual(done)
    done = doneFrame
    if (!segment) continue
    expect(segment.samples[0]).toBe(segment.startFrame * frameSamples)
    segments.push([segment.startFrame, segment.endFrame])
  }
  return segments
}

test('speech is found across windows, each sample in its place', async () => {
  const whole = await found(0)
  const lastFrame = Math.ceil(sound.length / frameSamples)
  const spoken = Array.from({ length: lastFrame }, (_, at) => at).filter(
    (at) => isSpeech(at) && !isSpeech(at - 1),
  )
  expect(whole).toEqual(spoken.map((at) => [at - 8, Math.min(at + 108, lastFrame)]))
})

test('resuming at any position gives the same result', async () => {
  const whole = await found(0)
  for (const at of [0, 5, 12, 20, whole.length - 1]) {
    const startFrame = whole[at]?.[1] ?? 0
    expect(await found(startFrame)).toEqual(whole.slice(at + 1))
  }
})
