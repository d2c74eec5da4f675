import { expect, test } from 'vitest'
import { findFirstLink, shortLink, splitAtLimit, splitParts } from './preview-text.ts'

test('links, mentions and hashtags are parts of their own', () => {
  const parts = splitParts('See https://a.example/x, @jo@b.example #Mugs!')
  expect(parts.map(({ kind, text }) => `${kind}: ${text}`)).toEqual([
    'text: See ',
    'link: https://a.example/x',
    'text: , ',
    'mention: @jo@b.example',
    'text:  ',
    'tag: #Mugs',
    'text: !',
  ])
  expect(findFirstLink('Mail me@a.example or see (https://b.example/).')).toBe('https://b.example/')
  expect(findFirstLink('No link, only a#b')).toBeUndefined()
  expect(shortLink(`https://www.a.example/${'x'.repeat(40)}`)).toHaveLength(31)
})

test('a message is split where its network stops counting', () => {
  const link = `https://a.example/${'x'.repeat(50)}`
  const split = (network: 'mastodon' | 'bluesky', max_characters: number, message: string) =>
    splitAtLimit({ network, max_characters }, { message, media: [] })
  expect(split('bluesky', 5, 'fives')).toEqual(['fives', ''])
  expect(split('bluesky', 2, '👩‍👩‍👧ab')).toEqual(['👩‍👩‍👧a', 'b'])
  // Mastodon counts a link as 23 characters.
  expect(split('mastodon', 25, `${link} yes`)).toEqual([`${link} y`, 'es'])
})
