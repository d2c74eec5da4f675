import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sample, seed } from '../../../../test/soak.ts'
import { setTimes, type TimedText } from './set-times.ts'

/** A sequence of pauses, lengths and widths, like the words of a transcript. */
const speech = fc
  .array(
    fc.record({
      pauseMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 3000 })),
      lengthMs: fc.integer({ min: 0, max: 9000 }),
      columns: fc.integer({ min: 1, max: 84 }),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((parts) => {
    let at = 0
    return parts.map(({ pauseMs, lengthMs, columns }): TimedText => {
      const startMs = at + pauseMs
      at = startMs + lengthMs
      return { startMs, endMs: at, columns }
    })
  })

test('a cue gets its minimum second, reading time and words, wherever there is room', () => {
  fc.assert(
    fc.property(speech, (spoken) => {
      const shown = setTimes(spoken)
      expect(shown).toHaveLength(spoken.length)
      for (const [i, { startMs, endMs }] of shown.entries()) {
        const words = spoken[i] as TimedText
        const before = shown[i - 1]?.endMs ?? -80
        const gapAfter = (shown[i + 1]?.startMs ?? Number.POSITIVE_INFINITY) - endMs
        const lengthMs = endMs - startMs
        expect(startMs - before).toBeGreaterThanOrEqual(80)
        expect(lengthMs).toBeLessThanOrEqual(7000)
        expect(lengthMs).toBeGreaterThanOrEqual(250)
        // Not early without need, and not late unless the previous cue is still visible.
        expect(startMs).toBeGreaterThanOrEqual(words.startMs - 400)
        if (startMs < words.startMs) expect(lengthMs).toBeLessThanOrEqual(1000)
        const previous = spoken[i - 1]
        const shownBefore = shown[i - 1]
        if (startMs < words.startMs && previous && shownBefore) {
          const shownMs = shownBefore.endMs - shownBefore.startMs
          if (shownMs < 7000) expect(shownBefore.endMs).toBeGreaterThanOrEqual(previous.endMs)
          if (shownBefore.startMs <= previous.startMs) expect(shownMs).toBeGreaterThanOrEqual(1000)
        }
        if (startMs > words.startMs) expect(startMs - before).toBe(80)
        const ended = gapAfter === 80 || lengthMs === 7000
        if (lengthMs < 1000) {
          expect(gapAfter).toBe(80)
          const spokenBefore = (spoken[i - 1]?.endMs ?? 0) + 80 >= startMs
          const early = startMs === words.startMs - 400
          expect(startMs - before === 80 || early || spokenBefore).toBe(true)
        }
        if (lengthMs < Math.ceil((words.columns / 17) * 1000)) expect(ended).toBe(true)
        if (endMs < words.endMs) expect(ended).toBe(true)
        if (gapAfter < 500) expect(ended).toBe(true)
        // It does not stay longer than necessary.
        const reason = Math.max(1000, Math.ceil((words.columns / 17) * 1000))
        if (!ended) expect(endMs).toBeLessThanOrEqual(Math.max(words.endMs, startMs + reason))
      }
    }),
    { numRuns: sample(300, 20_000), seed },
  )
})

test.each<[string, [number, number, number][], [number, number][]]>([
  ['stays a second', [[5000, 5200, 3]], [[5000, 6000]]],
  ['stays until it is read', [[0, 1000, 68]], [[0, 4000]]],
  ['is not shown for more than seven seconds', [[0, 30_000, 20]], [[0, 7000]]],
  [
    'makes room for the next',
    [
      [0, 2000, 20],
      [2000, 4000, 20],
    ],
    [
      [0, 1920],
      [2000, 4000],
    ],
  ],
  [
    'closes a gap that would flicker',
    [
      [0, 2000, 9],
      [2400, 4000, 9],
    ],
    [
      [0, 2320],
      [2400, 4000],
    ],
  ],
  [
    'leaves a real pause',
    [
      [0, 2000, 9],
      [2500, 4000, 9],
    ],
    [
      [0, 2000],
      [2500, 4000],
    ],
  ],
  [
    'starts early when it would be too short',
    [
      [0, 1500, 9],
      [3000, 3600, 9],
      [3700, 5000, 9],
    ],
    [
      [0, 1500],
      [2620, 3620],
      [3700, 5000],
    ],
  ],
  [
    'moves when nothing is left',
    [
      [0, 0, 9],
      [0, 0, 9],
      [5000, 6000, 9],
    ],
    [
      [0, 250],
      [330, 1330],
      [5000, 6000],
    ],
  ],
])('%s', (_, spoken, shown) => {
  const cues = spoken.map(([startMs, endMs, columns]) => ({ startMs, endMs, columns }))
  expect(setTimes(cues).map(({ startMs, endMs }) => [startMs, endMs])).toEqual(shown)
})
