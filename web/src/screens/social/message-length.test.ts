import type { SocialAccount } from '@atelier/sdk'
import { expect, test } from 'vitest'
import { messageLength, problemsOn } from './message-length.ts'

const link = `https://example.com/${'x'.repeat(80)}`

test.each<[SocialAccount['network'], string, number]>([
  ['mastodon', `See ${link}`, 27],
  ['bluesky', `See ${link}`, 104],
  ['webhook', '👩‍👩‍👧 é', 3],
  ['mastodon', 'Hello @mia@example.social', 10],
  ['bluesky', 'Hello @mia@example.social', 25],
])('%s counts %j as %i', (network, text, length) => {
  expect(messageLength(network, text)).toBe(length)
})

test('lists the problems that prevent publishing', () => {
  const account = { network: 'bluesky', max_characters: 300, max_media: 4, is_active: true }
  const on = (message: string, media: unknown[] = [], more = {}) =>
    problemsOn({ ...account, ...more } as SocialAccount, { message, media })
  expect(on('Fits')).toEqual([])
  expect(on('', [1])).toEqual([])
  expect(on(' ')).toEqual(['Add text or media.'])
  expect(on('x'.repeat(301))).toEqual(['1 character too long.'])
  expect(on('👩‍👩‍👧'.repeat(200))).toEqual(['600 bytes too long.'])
  expect(on('x', [1, 2, 3, 4, 5])).toEqual(['At most 4 images or videos.'])
  expect(on('x', [], { is_active: false })).toEqual(['This account is disabled.'])
})

test('a content warning counts on Mastodon, and replies have to fit', () => {
  const on = (network: string, more: object) =>
    problemsOn({ network, max_characters: 10, max_media: 4, is_active: true } as SocialAccount, {
      message: '1234567',
      media: [],
      audience: { warning: 'Food' },
      ...more,
    })
  expect(on('mastodon', {})).toEqual(['1 character too long.'])
  expect(on('bluesky', {})).toEqual([])
  expect(on('bluesky', { comments: ['Fits', 'x'.repeat(12)] })).toEqual([
    'Reply 2 is 2 over the limit.',
  ])
})
