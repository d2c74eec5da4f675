import { beforeAll, describe, expect, test } from 'vitest'
import { breakIntoCaptions, breakIntoLines } from './break-text.ts'
import { moveWindow, planCamera, stillStyle } from './camera.ts'
import { type CaptionFont, loadCaptionFont } from './caption-font.ts'
import { drawWindow } from './draw-window.ts'
import { planCaptions } from './plan-captions.ts'
import { emptyPlanes } from './planes.ts'
import { renderFrames } from './render-frames.ts'
import { findScene, planTimes } from './timeline.ts'

describe('times', () => {
  test('a scene lasts as long as its words, as requested, or four seconds', () => {
    const times = planTimes([
      { narrationMs: 2_000 },
      { narrationMs: 2_000, durationMs: 5_000 },
      { narrationMs: 2_000, durationMs: 1_000 },
      { durationMs: 500 },
      {},
    ])
    expect(times.map(({ lengthMs }) => lengthMs)).toEqual([2_600, 5_000, 2_600, 500, 4_000])
    expect(times.map(({ startMs }) => startMs)).toEqual([0, 2_600, 7_600, 10_200, 10_700])
    expect(times.map(({ leadMs }) => leadMs)).toEqual([0, 400, 400, 400, 250])
  })

  test('the next scene is there, alone, when it starts', () => {
    const times = planTimes([{ durationMs: 1_000 }, { durationMs: 1_000 }])
    expect(findScene(times, 600)).toEqual({ index: 0, fade: 0 })
    expect(findScene(times, 900).fade).toBeCloseTo(0.75)
    expect(findScene(times, 1_000)).toEqual({ index: 1, fade: 0 })
    expect(findScene(times, 1_999)).toEqual({ index: 1, fade: 0 })
  })
})

describe('breaking text', () => {
  const measure = { maxLineEm: 20, widthEm: (text: string) => text.length }

  test('every word stays, in order, in captions of at most two lines that fit', () => {
    const texts = [
      'one',
      'Here are some words that go on for a while, and then they go on some more until it is over.',
      'a '.repeat(400),
      'Donaudampfschifffahrtsgesellschaft is long, and so is Rindfleischetikettierung to be sure',
    ]
    for (const text of texts) {
      const captions = breakIntoCaptions(text, measure)
      expect(captions.flat().join(' ')).toBe(text.trim())
      for (const lines of captions) expect([1, 2]).toContain(lines.length)
      for (const line of captions.flat())
        if (line.includes(' ')) expect(line.length).toBeLessThan(21)
    }
    expect(breakIntoCaptions('  ', measure)).toEqual([])
  })

  test('lines are about equally long, and rather end with a phrase', () => {
    const broken = (text: string) => breakIntoLines(text, measure, 2)
    expect(broken('aaaa bbbb cccc dddd eeee ff')).toEqual(['aaaa bbbb cccc', 'dddd eeee ff'])
    expect(broken('aaaa bbbb, cccc dddd eeee ff')).toEqual(['aaaa bbbb,', 'cccc dddd eeee ff'])
    expect(broken('aaaa bbbb')).toEqual(['aaaa bbbb'])
  })
})

describe('captions', () => {
  let font: CaptionFont
  beforeAll(async () => {
    font = await loadCaptionFont()
  })

  test('share the time of a sentence by letters, without a gap', () => {
    const text =
      'The picture was given to everyone, and it has since been used in thousands of examples about colour, texture and shape, in books and in talks.'
    const frame = { widthPx: 1280, heightPx: 720 }
    const captions = planCaptions([{ text, startMs: 500, endMs: 8_500 }], frame, font)
    expect(captions.length).toBeGreaterThan(1)
    expect(captions[0]?.startMs).toBe(500)
    expect(captions.at(-1)?.endMs).toBe(8_500)
    const letters = (lines: string[]) => lines.join('').replaceAll(' ', '').length
    const all = letters([text])
    for (const [i, { lines, startMs, endMs }] of captions.entries()) {
      expect(endMs - startMs).toBeCloseTo((8_000 * letters(lines)) / all)
      if (i > 0) expect(startMs).toBe(captions[i - 1]?.endMs)
    }
    // A portrait video fits less text per line, so it needs more captions.
    const upright = planCaptions(
      [{ text, startMs: 0, endMs: 1 }],
      { widthPx: 720, heightPx: 1280 },
      font,
    )
    expect(upright.length).toBeGreaterThan(captions.length)
  })
})

describe('camera', () => {
  const frame = { width: 1280, height: 720 }
  const focus = { x: 300, y: 200 }

  test('covers the frame and stays inside the picture, whatever its shape', () => {
    for (const picture of [
      [1000, 562],
      [512, 512],
      [300, 2000],
      [3000, 200],
      [1, 1],
    ]) {
      const [width = 0, height = 0] = picture
      for (let index = 0; index < 8; index++) {
        const camera = planCamera(
          { width, height },
          frame,
          focus,
          { index, seconds: 5 },
          stillStyle,
        )
        for (const part of [0, 0.3, 1]) {
          const window = moveWindow(camera, part)
          expect(window.width / window.height).toBeCloseTo(16 / 9)
          expect(Math.min(window.left, window.top)).toBeGreaterThanOrEqual(0)
          expect(window.left + window.width).toBeLessThanOrEqual(width + 1e-9)
          expect(window.top + window.height).toBeLessThanOrEqual(height + 1e-9)
        }
      }
    }
  })

  test('goes in and out by turns, and not twice to the same corner', () => {
    const moves = [0, 1, 2, 3].map((index) => {
      const size = { width: 2000, height: 1125 }
      const middle = { x: 1000, y: 562 }
      const { start, end } = planCamera(size, frame, middle, { index, seconds: 5 }, stillStyle)
      const tight = start.width < end.width ? start : end
      const side = Math.sign(tight.left + tight.width / 2 - 1000)
      return {
        isIn: end.width < start.width,
        side,
        below: Math.sign(tight.top + tight.height / 2 - 562),
      }
    })
    expect(moves.map(({ isIn }) => isIn)).toEqual([true, false, true, false])
    expect(new Set(moves.map(({ side, below }) => `${side} ${below}`)).size).toBe(4)
  })
})

test('a window is drawn where it is, to a fraction of a pixel, in all three planes', () => {
  const still = emptyPlanes(64, 64)
  // Ramps: a value encodes its position. A chroma sample lies on the left pixel of a pair, between
  // two rows.
  for (let at = 0; at < still.luma.length; at++) still.luma[at] = (at % 64) * 3
  for (let at = 0; at < still.blue.length; at++) {
    still.blue[at] = (at % 32) * 2 * 3
    still.red[at] = (Math.floor(at / 32) * 2 + 0.5) * 3
  }
  const frame = emptyPlanes(32, 32)
  drawWindow(still, { left: 10.4, top: 7.6, width: 32 * 1.25, height: 32 * 1.25 }, frame)
  const place = (pixel: number, from: number) => from + (pixel + 0.5) * 1.25 - 0.5
  for (let x = 2; x < 30; x++) {
    expect(Math.abs((frame.luma[16 * 32 + x] ?? 0) - place(x, 10.4) * 3)).toBeLessThanOrEqual(0.6)
  }
  for (let i = 2; i < 14; i++) {
    expect(Math.abs((frame.blue[8 * 16 + i] ?? 0) - place(2 * i, 10.4) * 3)).toBeLessThanOrEqual(
      0.6,
    )
    expect(
      Math.abs((frame.red[i * 16 + 8] ?? 0) - place(2 * i + 0.5, 7.6) * 3),
    ).toBeLessThanOrEqual(1.6)
  }
})

test('a frame does not change while the next one is drawn', async () => {
  const request = {
    ...{ width: 64, height: 64, fps: 12, captions: true, background: '#336699' },
    ...{ scenes: [{ title: 'Moves' }], outputPath: '', thumbnailPath: '' },
  }
  const tools = { request, font: await loadCaptionFont(), missing: new Set<string>() }
  const frames = renderFrames(planTimes([{ durationMs: 4_000 }]), 48, tools)
  let last: Uint8Array = new Uint8Array()
  let copy: Uint8Array = new Uint8Array()
  let changed = 0
  for await (const { bytes } of frames) {
    expect(last).toEqual(copy)
    if (!Buffer.from(bytes).equals(copy)) changed++
    last = bytes
    copy = bytes.slice()
  }
  expect(changed).toBeGreaterThan(20)
})
