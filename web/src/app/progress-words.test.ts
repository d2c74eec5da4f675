import { expect, test } from 'vitest'
import { describeProgress } from './progress-words.ts'

test.each([
  [
    { percent: 40, stage: 'finding the subject' },
    { label: 'finding the subject', percent: 40 },
  ],
  [
    { percent: 0, stage: null },
    { label: 'waiting', percent: 0 },
  ],
  [
    { percent: 0, stage: 'fetching the model isnet: 34 %' },
    { label: 'downloading the model, only the first time', percent: 34 },
  ],
])('the progress %o', (progress, shown) => {
  expect(describeProgress({ progress }, 'waiting')).toEqual(shown)
})
