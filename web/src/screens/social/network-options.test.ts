import { expect, test } from 'vitest'
import { additionalOf, saidIn } from './network-options.ts'

const nothing = saidIn({})

test('what is said goes to the network that takes it, and is read back', () => {
  const said = {
    ...{ visibility: 'private', warning: 'Food', isSensitive: true },
    ...{ label: 'nudity', language: 'de' },
  }
  const additional = additionalOf({}, said)
  expect(additional).toEqual({
    mastodon: { visibility: 'private', spoiler_text: 'Food', sensitive: true, language: 'de' },
    bluesky: { labels: ['nudity'], langs: ['de'] },
  })
  expect(saidIn(additional)).toEqual(said)
  expect(additionalOf(additional, nothing)).toEqual({})
})

test('what others have said stays, whatever it is', () => {
  const theirs = {
    mastodon: { visibility: 'unlisted', poll: ['a', 'b'] },
    bluesky: { langs: ['de', 'en'], labels: 'wrong' },
    x: { thread: true },
  }
  expect(additionalOf(theirs, saidIn(theirs))).toEqual(theirs)
  expect(additionalOf(theirs, { ...saidIn(theirs), visibility: '' }).mastodon).toEqual({
    poll: ['a', 'b'],
  })
  expect(saidIn({ mastodon: [], bluesky: 'x' })).toEqual(nothing)
})
