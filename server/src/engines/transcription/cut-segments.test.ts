import { describe, expect, test } from 'vitest'
import { segmentCutter } from './cut-segments.ts'
import { frameSamples } from './detect-speech.ts'

/** Consecutive [frames, probability, loudness] runs. Each frame's samples hold its loudness. */
type FrameRun = [frames: number, probability: number, loudness?: number]

function cut(stretches: FrameRun[], firstFrame = 0) {
  const frames = stretches.flatMap(([count, probability, loudness = probability]) =>
    Array.from({ length: count }, () => ({ probability, loudness })),
  )
  const cutter = segmentCutter(firstFrame)
  const segments = frames
    .slice(firstFrame)
    .flatMap(({ probability, loudness }) =>
      cutter.push(probability, new Float32Array(frameSamples).fill(loudness)),
    )
  segments.push(...cutter.finish())
  return { segments, doneFrame: cutter.doneFrame, frames }
}

function places(stretches: FrameRun[], firstFrame = 0) {
  const { segments } = cut(stretches, firstFrame)
  return segments.map(({ startFrame, endFrame }) => [startFrame, endFrame])
}

const speech = 0.9
const silence = 0.02

describe('cutting', () => {
  test('speech with some room on both sides; the silence around it is left out', () => {
    expect(
      places([
        [50, silence],
        [200, speech],
        [100, silence],
      ]),
    ).toEqual([[42, 258]])
  })

  test('the samples are those of the frames', () => {
    const { segments, frames } = cut([
      [50, silence],
      [200, speech, 0.5],
      [100, silence],
    ])
    const [segment] = segments
    expect(segment?.samples.length).toBe(216 * frameSamples)
    for (let at = 0; at < 216; at++) {
      const loudness = frames[42 + at]?.loudness ?? 0
      expect(segment?.samples[at * frameSamples]).toBeCloseTo(loudness, 5)
    }
  })

  test('a pause of 0.8 s ends a segment, but not one of less than 5 s', () => {
    expect(
      places([
        [160, speech],
        [30, silence],
        [160, speech],
      ]),
    ).toEqual([
      [0, 168],
      [182, 350],
    ])
    expect(
      places([
        [100, speech],
        [30, silence],
        [100, speech],
      ]),
    ).toEqual([[0, 230]])
    expect(
      places([
        [100, speech],
        [70, silence],
        [100, speech],
      ]),
    ).toEqual([
      [0, 108],
      [162, 270],
    ])
  })

  test('never longer than 15 s: cut in the middle of the longest pause, the later of two', () => {
    const early: FrameRun[] = [
      [200, speech],
      [5, silence],
      [100, speech],
    ]
    expect(places([...early, [6, silence], [400, speech]])[0]).toEqual([0, 308])
    expect(places([...early, [5, silence], [400, speech]])[0]).toEqual([0, 308])
    expect(places([...early, [4, silence], [400, speech]])[0]).toEqual([0, 203])
  })

  test('a pause too early is no place to cut', () => {
    const [first] = places([
      [60, speech],
      [20, silence],
      [200, speech],
      [6, silence],
      [300, speech],
    ])
    expect(first).toEqual([0, 283])
  })

  test('without a pause: where it is quietest, near the limit', () => {
    const even: FrameRun[] = [
      [100, speech, 0.1],
      [300, speech, 0.5],
      [3, speech, 0.2],
    ]
    expect(places([...even, [400, speech, 0.5]])[0]).toEqual([0, 401])
  })

  test('a hesitant detector does not break a word', () => {
    expect(
      places([
        [40, speech],
        [10, 0.4],
        [40, speech],
        [70, silence],
      ]),
    ).toEqual([[0, 98]])
    expect(
      places([
        [40, silence],
        [10, 0.4],
        [70, silence],
      ]),
    ).toEqual([])
  })

  test('a click is not sent to the model', () => {
    expect(
      places([
        [50, silence],
        [3, speech],
        [100, silence],
      ]),
    ).toEqual([])
    expect(
      places([
        [50, silence],
        [4, speech],
        [100, silence],
      ]),
    ).toHaveLength(1)
  })

  test('silence is discarded as it arrives', () => {
    expect(cut([[1000, silence]]).doneFrame).toBe(992)
  })
})

test('resuming from any cut makes the same cuts', () => {
  const stretches: FrameRun[] = []
  let seed = 7
  const next = (max: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % max
  }
  for (let at = 0; at < 60; at++) {
    stretches.push([1 + next(150), next(3) ? speech : silence, 0.1 + next(100) / 200])
    stretches.push([1 + next(40), next(2) ? 0.4 : silence, next(100) / 900])
  }
  const whole = places(stretches)
  expect(whole.length).toBeGreaterThan(12)
  for (const [start = 0, end = 0] of whole) {
    expect(end - start).toBeLessThanOrEqual(468)
    const after = whole.filter(([later = 0]) => later >= end)
    expect(places(stretches, end)).toEqual(after)
  }
})
