import { expect, test } from 'vitest'
import { computePeaks } from './peaks.ts'

test('each part has its loudest sample, relative to the loudest of all', () => {
  const samples = Float32Array.from([0, 0.25, -0.5, 0.125, 0, 0])
  expect(computePeaks(samples, 3)).toEqual([0.5, 1, 0])
  expect(computePeaks(samples, 4)).toHaveLength(4)
  // Silence stays silent.
  expect(computePeaks(new Float32Array(10), 2)).toEqual([0, 0])
  expect(computePeaks(new Float32Array(0), 2)).toEqual([0, 0])
})
