import { expect, test } from 'vitest'
import { work as cardIn } from './link-card-thread.ts'

test.each([
  [
    '<title>Plain</title><meta name="description" content="Words">',
    { title: 'Plain', description: 'Words' },
  ],
  [
    '<head><title>Page</title><meta property="og:title" content="Mugs &amp; more"><META PROPERTY="og:description" CONTENT=" From\n clay "></head>',
    { title: 'Mugs & more', description: 'From clay' },
  ],
  ['<head></head><body><svg><title>A drawing</title></svg></body>', undefined],
  ['<p>No title', undefined],
  ['', undefined],
  ['<title>Cut off', undefined],
])('the card of %s', (html, card) => {
  expect(cardIn(html)).toEqual(card)
})
