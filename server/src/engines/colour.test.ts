import { expect, test } from 'vitest'
import { hexColour } from './colour.ts'

test.each([
  ['#10c020', [16, 192, 32, 255]],
  ['10c020', [16, 192, 32, 255]],
  ['#0f0', [0, 255, 0, 255]],
  ['0f0', [0, 255, 0, 255]],
  ['0f08', undefined],
  ['10c02080', [16, 192, 32, 128]],
  ['##0f0', undefined],
  ['red', undefined],
])('%s', (text, expected) => {
  const read = () => Object.values(hexColour(text, 'background_color'))
  if (expected) expect(read()).toEqual(expected)
  else expect(read).toThrow('The colour must be')
})
