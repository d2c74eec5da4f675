import type { Task } from '@atelier/sdk'
import { expect, test } from 'vitest'
import { readFindings } from './findings.ts'

const size = { width: 200, height: 100 }
const ofTask = (kind: string, result: object) =>
  readFindings({ kind, result: { ...size, ...result } as unknown as Task['result'] })

test('lines of text are outlined by their corners, which may be turned', () => {
  const corners = [
    [10, 0],
    [20, 10],
    [10, 20],
    [0, 10],
  ]
  const found = ofTask('read-text', {
    text: 'Hello',
    lines: [{ text: 'Hello', confidence: 0.994, corners }],
  })
  expect(found).toMatchObject({ ...size, text: 'Hello', summary: '1 line found' })
  expect(found.all).toEqual([{ text: 'Hello', note: '99 % sure', corners, dots: [] }])
})

test('faces are outlined by their box, with their landmarks', () => {
  const face = {
    score: 0.8,
    box: { left: 5, top: 6, width: 10, height: 20 },
    landmarks: { left_eye: [7, 9], nose: [10, 14] },
    is_cut_off: true,
  }
  const { all, summary } = ofTask('find-faces', { faces: [face, { ...face, is_cut_off: false }] })
  expect(summary).toBe('2 faces found')
  expect(all.map(({ text, note }) => `${text}: ${note}`)).toEqual([
    'Face 1: 10 × 20 px, 80 % sure, cut off by the edge',
    'Face 2: 10 × 20 px, 80 % sure',
  ])
  expect(all[0]?.corners).toEqual([
    [5, 6],
    [15, 6],
    [15, 26],
    [5, 26],
  ])
  expect(all[0]?.dots).toEqual([
    [7, 9],
    [10, 14],
  ])
})

test('nothing was found', () => {
  expect(ofTask('find-faces', { faces: [] })).toMatchObject({
    all: [],
    summary: 'No faces found',
    text: '',
  })
})
