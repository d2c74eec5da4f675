import { expect, test } from 'vitest'
import { readAudience, writeAudience } from './network-options.ts'

const nothing = readAudience({})

test('settings map to the options of each network and back', () => {
  const audience = {
    ...{ visibility: 'private', warning: 'Food', isSensitive: true },
    ...{ label: 'nudity', language: 'de' },
  }
  const additional = writeAudience({}, audience)
  expect(additional).toEqual({
    mastodon: { visibility: 'private', spoiler_text: 'Food', sensitive: true, language: 'de' },
    bluesky: { labels: ['nudity'], langs: ['de'] },
  })
  expect(readAudience(additional)).toEqual(audience)
  expect(writeAudience(additional, nothing)).toEqual({})
})

test('options set through the API stay unchanged', () => {
  const theirs = {
    mastodon: { visibility: 'unlisted', poll: ['a', 'b'] },
    bluesky: { langs: ['de', 'en'], labels: 'wrong' },
    x: { thread: true },
  }
  expect(writeAudience(theirs, readAudience(theirs))).toEqual(theirs)
  expect(writeAudience(theirs, { ...readAudience(theirs), visibility: '' }).mastodon).toEqual({
    poll: ['a', 'b'],
  })
  expect(readAudience({ mastodon: [], bluesky: 'x' })).toEqual(nothing)
})
