import { expect, test } from 'vitest'
import { additionalOf, audienceOf } from './network-options.ts'

const nothing = audienceOf({})

test('settings map to the options of each network and back', () => {
  const audience = {
    ...{ visibility: 'private', warning: 'Food', isSensitive: true },
    ...{ label: 'nudity', language: 'de' },
  }
  const additional = additionalOf({}, audience)
  expect(additional).toEqual({
    mastodon: { visibility: 'private', spoiler_text: 'Food', sensitive: true, language: 'de' },
    bluesky: { labels: ['nudity'], langs: ['de'] },
  })
  expect(audienceOf(additional)).toEqual(audience)
  expect(additionalOf(additional, nothing)).toEqual({})
})

test('options set through the API stay unchanged', () => {
  const theirs = {
    mastodon: { visibility: 'unlisted', poll: ['a', 'b'] },
    bluesky: { langs: ['de', 'en'], labels: 'wrong' },
    x: { thread: true },
  }
  expect(additionalOf(theirs, audienceOf(theirs))).toEqual(theirs)
  expect(additionalOf(theirs, { ...audienceOf(theirs), visibility: '' }).mastodon).toEqual({
    poll: ['a', 'b'],
  })
  expect(audienceOf({ mastodon: [], bluesky: 'x' })).toEqual(nothing)
})
