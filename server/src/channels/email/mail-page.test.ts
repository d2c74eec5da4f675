import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { attacks } from '../../../test/attack-strings.ts'
import { readMarkup } from '../../../test/markup.ts'
import { sample, seed } from '../../../test/soak.ts'
import type { OutgoingMessage } from '../channel.ts'
import { composeDigest, type MailInput } from './compose-mail.ts'
import { colours } from './mail-style.ts'
import { compose, findHarm, input, message } from './test-mails.ts'

describe('hostile content in any field', () => {
  const naughty = [
    ...attacks,
    ...['a\r\nBcc: evil@example.com', 'a\nX-Evil: 1\n\nbody', 'a\rb', 'a\u0000b', 'a\u2028Bcc: x'],
    ...['=?utf-8?B?QmNjOiB4?=', '=?UTF-8?Q?=0D=0ABcc:_x?=', `a${' '.repeat(500)}b`, '\t\n', ''],
    ...['x'.repeat(100_000), '😀'.repeat(5000), 'مرحبا', '田中さん', 'Z̮̞̠͙͔ͅA̗̞͓L̻G̥O', '\u202etest\u202c'],
    ...['{{7*7}}<%= 7 %>', "Robert'); DROP TABLE", '\ufeff', '￾', '\ud83d', 'NIL', '-0', '%s%n'],
    ...[
      '" <evil@example.com>',
      'a, evil@example.com',
      '<>',
      '(comment)',
      'a;b:c',
      '$HOME',
      '../../x',
    ],
  ]

  function everywhere(text: string): [Partial<OutgoingMessage>, Partial<MailInput>] {
    const options = [{ value: text, label: text }]
    return [
      {
        ...{ notificationId: text, category: text, categoryLabel: text, title: text, sender: text },
        ...{ message: text, body: text, workspace: { id: 12, name: text }, threadId: text },
        action: { label: text, url: text },
        question: { kind: 'choice', options, expiresAt: null },
      },
      { to: { name: text, address: 'ada@example.com' }, messageId: text, threadReference: text },
    ]
  }

  test.each(naughty.map((text) => [JSON.stringify(text).slice(0, 60), text]))('%s', (_, text) => {
    const [changes, more] = everywhere(text)
    expect(findHarm(compose(changes, more))).toEqual([])
    expect(findHarm(compose({ ...changes, body: null, question: null }, more))).toEqual([])
    const digest = { ...input, ...more, messages: [{ ...message, ...changes }] as const }
    expect(findHarm(composeDigest({ ...digest, messages: [...digest.messages] }))).toEqual([])
  })

  test('any text anywhere', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        expect(findHarm(compose(...everywhere(text)))).toEqual([])
      }),
      { numRuns: sample(40, 1000), seed },
    )
  })

  test('titles keep their letters and lose only line breaks', () => {
    expect(compose({ title: '  حملة الإطلاق 🚀 — “ready” =?x?= \u00a0! ' }).subject).toBe(
      'حملة الإطلاق 🚀 — “ready” =?x?= \u00a0!',
    )
    expect(compose({ title: 'a\r\nb\u0000c\u2028d\te' }).subject).toBe('a b c d e')
    expect(compose({ title: ' \n ' }).subject).toBe('Task completed')
  })

  test('100 kB of empty blocks do not produce an email of megabytes', () => {
    const mail = compose({ body: '```\n'.repeat(25_000) })
    expect(Buffer.byteLength(mail.html)).toBeLessThan(1_100_000)
    expect(mail.html.includes('```<br>```<br>```')).toBe(true)
  })
})

describe('the page', () => {
  const report = `Hi,\n\n## What\n\n${'- one **two** [three](https://a.example)\n'.repeat(20)}\n\n| a | b |\n|---|--:|\n${'| 1 | 2 |\n'.repeat(20)}\n\n> quote\n\n\`\`\`\ncode\n\`\`\``
  const { html } = compose({ body: report })
  const { elements } = readMarkup(html)

  test('is small, loads nothing and supports light and dark mode', () => {
    expect(Buffer.byteLength(html)).toBeLessThan(40_000)
    expect(html).not.toMatch(/https?:\/\/(?!a\.example|atelier\.example)/)
    expect(html).toContain('prefers-color-scheme:dark')
    expect(html).toContain('[data-ogsc] .at-card')
    expect(elements).toContainEqual({
      name: 'meta',
      attributes: { name: 'color-scheme', content: 'light dark' },
    })
    // Gmail ignores a style element beyond 8 kB.
    expect(/<style>.*<\/style>/s.exec(html)?.[0].length).toBeLessThan(8192)
  })

  test('is accessible: a language, one main heading, marked layout tables, text direction', () => {
    expect(elements.find(({ name }) => name === 'html')?.attributes.lang).toBe('en')
    expect(elements.filter(({ name }) => name === 'h1')).toHaveLength(1)
    const tables = elements.filter(({ name }) => name === 'table')
    const layout = tables.filter(({ attributes }) => attributes.role === 'presentation')
    expect(tables.length - layout.length).toBe(1)
    expect(layout.every(({ attributes }) => attributes.cellpadding === '0')).toBe(true)
    for (const { name, attributes } of elements) {
      if (/^(h1|h3|p|ul|table)$/.test(name) && !attributes.role && !attributes.class) {
        expect(attributes.dir).toBe('auto')
      }
    }
    expect(compose({ title: 'مرحبا' }).html).toContain('dir="rtl"')
  })

  test.each(['light', 'dark'] as const)('%s text has a contrast of 4.5 or more', (mode) => {
    const { page, card, tint, heading, text, quiet, link, button, onButton } = colours[mode]
    const pairs = [
      ...[heading, text, quiet, link].map((colour) => [colour, card] as const),
      ...([
        [quiet, page],
        [text, tint],
        [heading, tint],
        [onButton, button],
      ] as const),
    ]
    for (const [front, back] of pairs) {
      expect([front, back, contrast(front, back) >= 4.5]).toEqual([front, back, true])
    }
  })
})

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [one, other].map(luminance).sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
