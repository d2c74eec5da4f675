import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { attacks } from '../../../test/attack-strings.ts'
import { linksOf, readMarkup } from '../../../test/markup.ts'
import { sample, seed } from '../../../test/soak.ts'
import type { OutgoingMessage } from '../channel.ts'
import { composeDigest, composeMail, type Mail, type MailInput } from './compose-mail.ts'
import { colours } from './mail-style.ts'

const message: OutgoingMessage = {
  notificationId: '0199a1b2-0000-7000-8000-000000000001',
  category: 'agentTaskCompleted',
  categoryLabel: 'Task completed',
  title: 'The campaign is ready',
  message: 'Six posts are scheduled.',
  body: null,
  action: { label: 'View details', url: 'https://atelier.example/threads/7?a=1&b=2' },
  sender: 'Launch agent',
  workspace: { id: 12, name: 'Example workspace' },
  threadId: '7',
  question: null,
  createdAt: new Date('2026-11-15T09:30:00Z'),
}

const input: Omit<MailInput, 'message'> = {
  to: { name: 'Ada Lovelace', address: 'ada@example.com' },
  from: 'Atelier <atelier@example.com>',
  links: {
    unsubscribe: 'https://atelier.example/unsubscribe/t0ken',
    oneClickUnsubscribe: 'https://atelier.example/api/v1/unsubscribe/t0ken',
    preferences: 'https://atelier.example/preferences',
    answer: 'https://atelier.example/answer/s1gned',
  },
  messageId: 'm-1@atelier.example',
  threadReference: null,
  repeated: false,
  publicUrl: 'https://atelier.example',
}

function compose(changes: Partial<OutgoingMessage> = {}, more: Partial<MailInput> = {}): Mail {
  return composeMail({ ...input, ...more, message: { ...message, ...changes } })
}

const headerNames = [
  ...['List-Unsubscribe', 'List-Unsubscribe-Post', 'List-Id', 'Auto-Submitted'],
  ...['X-Auto-Response-Suppress', 'X-Atelier-Category', 'X-Atelier-Notification'],
]

const structure = 'html head meta title style body div table tr td h1 h2 h3 h4 h5 h6 p span a br hr'
const content = 'thead tbody th strong em s code pre blockquote ul ol li'
const allowedElements = new Set(`${structure} ${content} !doctype`.split(' '))

/** Content that must never appear. Collected first, because one expectation per value is slow. */
function harmIn(mail: Mail): unknown[] {
  const { elements, comments } = readMarkup(mail.html)
  const harm: unknown[] = elements.filter(({ name, attributes }) => {
    const { href = 'https://x', style = '' } = attributes
    const names = Object.keys(attributes)
    return (
      !allowedElements.has(name) ||
      names.some((attribute) =>
        /^(on|src|id$|background$|action$|data|http-equiv)/.test(attribute),
      ) ||
      /url\(|expression|@import/i.test(style) ||
      !/^(https?:\/\/|mailto:)/i.test(href)
    )
  })
  // The only comments are the ones for Outlook, and the template has the only style sheet.
  harm.push(...comments.filter((comment) => !comment.startsWith('[if mso]>')))
  harm.push(...elements.filter(({ name }) => name === 'style').slice(1))
  const names = Object.keys(mail.headers).filter((name) => name !== 'X-Atelier-Repeat')
  if (names.join() !== headerNames.join()) harm.push(names)
  harm.push(...Object.values(mail.headers).filter((value) => !/^[\x20-\x7e]{1,998}$/.test(value)))
  harm.push(...[mail.subject, mail.to.name].filter((line) => /[\p{Cc}\u2028\u2029]/u.test(line)))
  const ids = [mail.messageId, mail.references ?? 'a@b']
  harm.push(...ids.filter((id) => !/^[!-~]+@[\w.-]+$/.test(id)))
  for (const tag of ['div', 'table', 'tr', 'td', 'p', 'a', 'span']) {
    const [opened, closed] = [`<${tag}[ >]`, `</${tag}>`].map(
      (t) => mail.html.split(RegExp(t)).length,
    )
    if (opened !== closed) harm.push(`${tag} is opened or closed too often`)
  }
  const json = JSON.stringify(mail)
  if (!json.isWellFormed() || /\\u(0000|d[89a-f])/i.test(json)) harm.push('characters')
  return harm
}

describe('a message', () => {
  test('without a body shows its summary as plain text', () => {
    const mail = compose({ message: 'Six *posts* <b>\nsee https://a.example/x' })
    expect(mail).toMatchObject({ subject: message.title, to: input.to, from: input.from })
    expect(readMarkup(mail.html).text).toContain('Six *posts* <b>\nsee https://a.example/x')
    expect(linksOf(readMarkup(mail.html))).toContain('https://a.example/x')
    expect(mail.text).toMatch(/^The campaign is ready\n=+\n\nSix \*posts\* <b>\nsee/)
  })

  test('with a body shows that, and its summary only as the hidden preview', () => {
    const mail = compose({ body: 'Hi **Ada**,\n\n- one [own](/boards/1)' })
    const { elements, text } = readMarkup(mail.html)
    expect(elements.map(({ name }) => name)).toEqual(expect.arrayContaining(['strong', 'ul', 'li']))
    expect(text.match(/Six posts are scheduled\./g)).toHaveLength(1)
    expect(mail.html).toMatch(/display:none[^>]*>Six posts are scheduled\./)
    expect(mail.text).not.toContain('Six posts')
    expect(linksOf(readMarkup(mail.html))).toContain(
      'https://atelier.example/boards/1?workspace=12',
    )
  })

  test('the action is a button, and a plain link in the text', () => {
    const mail = compose()
    const button = readMarkup(mail.html).elements.find(
      ({ attributes }) => attributes.class?.includes('at-fill at-on') && attributes.href,
    )
    expect(button?.attributes.href).toBe(message.action.url)
    expect(mail.text).toContain(`View details: ${message.action.url}`)
  })

  test('an action with an unusable URL links to the console', () => {
    const linkOf = (url: string) =>
      compose({ action: { label: 'Go', url } }).text.match(/Go: (.*)/)?.[1]
    expect(linkOf('javascript:alert(1)')).toBe('https://atelier.example')
    expect(linkOf('/threads/7')).toBe('https://atelier.example/threads/7')
    expect(linkOf('https://a.example/x\r\ny')).toBe('https://a.example/xy')
  })

  test('the footer names sender and category, and links to unsubscribe', () => {
    const { html, text } = compose()
    expect(readMarkup(html).text).toContain('Sent by Launch agent in Example workspace.')
    expect(readMarkup(html).text).toContain('Unsubscribe from “Task completed”')
    expect(linksOf(readMarkup(html))).toEqual(
      expect.arrayContaining([input.links.unsubscribe, input.links.preferences]),
    )
    expect(text).toContain(`Unsubscribe from “Task completed”: ${input.links.unsubscribe}`)
    expect(linksOf(readMarkup(html))).not.toContain(input.links.oneClickUnsubscribe)
  })

  test('headers for lists, for machines and for threads', () => {
    const mail = compose({}, { threadReference: 'thread-7@atelier.example' })
    expect(mail.headers).toEqual({
      'List-Unsubscribe': '<https://atelier.example/api/v1/unsubscribe/t0ken>',
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'List-Id': '<agenttaskcompleted.12.atelier.example>',
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'OOF, AutoReply',
      'X-Atelier-Category': 'agentTaskCompleted',
      'X-Atelier-Notification': message.notificationId,
    })
    expect(mail).toMatchObject({
      messageId: 'm-1@atelier.example',
      references: 'thread-7@atelier.example',
    })
    expect(compose().references).toBeUndefined()
    expect(compose({}, { repeated: true }).headers['X-Atelier-Repeat']).toBe('possible')
  })

  test('ids that are not valid in a header are hashed consistently', () => {
    const references = (threadReference: string) => compose({}, { threadReference }).references
    expect(references('a thread\r\nBcc: x@y')).toMatch(/^[0-9a-f]{64}@atelier\.example$/)
    expect(references('a thread')).toBe(references('a thread'))
    expect(references('a thread')).not.toBe(references('a threat'))
    expect(references('thread-7')).toBe('thread-7@atelier.example')
  })

  test('it survives a round trip through JSON', () => {
    const mail = compose({ body: '# hi' })
    expect(JSON.parse(JSON.stringify(mail))).toEqual(mail)
  })
})

describe('a question', () => {
  const expiresAt = new Date('2026-11-17T17:00:00Z')
  const asking = (question: OutgoingMessage['question'], more: Partial<MailInput> = {}) =>
    compose({ question }, more)
  const buttons = ({ html }: Mail) => {
    const links = [...html.matchAll(/<a class="at-(?:fill at-on|choice)" href="([^"]*)".*?<\/a>/g)]
    return links.map(([link, href]) => [readMarkup(link).text, href?.replaceAll('&amp;', '&')])
  }

  test('of kind approval has two buttons that open the answer page', () => {
    const mail = asking({ kind: 'approval', options: [], expiresAt })
    expect(buttons(mail)).toEqual([
      ['Approve', 'https://atelier.example/answer/s1gned?value=approved'],
      ['Reject', 'https://atelier.example/answer/s1gned?value=rejected'],
    ])
    const words = 'This question expires on Tuesday, 17 November 2026 at 17:00 UTC.'
    expect(readMarkup(mail.html).text).toContain(words)
    expect(mail.text).toContain(words)
    expect(mail.text).toContain('- Reject\n  https://atelier.example/answer/s1gned?value=rejected')
    expect(linksOf(readMarkup(mail.html))).toContain(message.action.url)
  })

  test('with a choice has a button for each option', () => {
    const options = [
      { value: 'a&b=c', label: 'The <first>' },
      { value: 'ü #2', label: 'Second' },
    ]
    const answer = 'https://atelier.example/answer?token=t&value=x'
    const mail = asking(
      { kind: 'choice', options, expiresAt: null },
      { links: { ...input.links, answer } },
    )
    expect(buttons(mail).map(([label]) => label)).toEqual(['The <first>', 'Second'])
    const values = buttons(mail).map(([, href]) => new URL(href ?? '').searchParams)
    expect(values.map((query) => query.getAll('value'))).toEqual([['a&b=c'], ['ü #2']])
    expect(values.map((query) => query.get('token'))).toEqual(['t', 't'])
    expect(mail.text).not.toContain('expires')
  })

  test('of kind text has one button', () => {
    const mail = asking({ kind: 'text', options: [], expiresAt: null })
    expect(buttons(mail)).toEqual([['Answer', input.links.answer]])
  })

  test('shows its expiry in the person’s time zone', () => {
    const mail = asking({ kind: 'text', options: [], expiresAt }, { timeZone: 'Asia/Tokyo' })
    expect(mail.text).toContain('on Wednesday, 18 November 2026 at 02:00')
  })

  test('without an answer page has only the action', () => {
    const links = { ...input.links, answer: null }
    expect(buttons(asking({ kind: 'approval', options: [], expiresAt }, { links }))).toEqual([
      ['View details', message.action.url],
    ])
  })
})

describe('a digest', () => {
  const nudge = { ...message, category: 'agentNudge', categoryLabel: 'Nudge' }
  const many = (count: number, changes: (n: number) => Partial<OutgoingMessage> = () => ({})) => {
    const [first, ...rest] = Array.from({ length: count }, (_, n) => ({ ...nudge, ...changes(n) }))
    return composeDigest({ ...input, messages: [first as OutgoingMessage, ...rest] })
  }

  test('lists its notifications', () => {
    const mail = many(7, (n) => ({
      notificationId: `id-${n}`,
      title: `Nudge <${n}>`,
      action: { label: 'View', url: `https://atelier.example/n/${n}` },
    }))
    expect(mail.subject).toBe('7 nudges from Launch agent')
    const { text, elements } = readMarkup(mail.html)
    expect(elements.filter(({ name }) => name === 'h2')).toHaveLength(7)
    expect(text).toContain('Nudge <6>')
    expect(linksOf(readMarkup(mail.html))).toContain('https://atelier.example/n/6')
    expect(mail.text).toContain(
      '2. Nudge <1>\n   Six posts are scheduled.\n   15 November at 09:30 UTC\n   https://atelier.example/n/1',
    )
    expect(mail.headers['X-Atelier-Notification']).toBe('id-0 id-1 id-2 id-3 id-4 id-5 id-6')
    expect(harmIn(mail)).toEqual([])
  })

  test('has a subject with category, count and sender', () => {
    expect(many(1).subject).toBe('1 nudge from Launch agent')
    expect(many(2, () => ({ category: 'constructor' })).subject).toBe(
      '2 messages from Launch agent',
    )
    expect(many(4, (n) => ({ sender: `Agent ${n % 2}` })).subject).toBe('4 nudges from 2 agents')
  })

  test('shows thirty and counts the rest, so that Gmail does not clip it', () => {
    const mail = many(500, () => ({ message: 'word '.repeat(200), title: 'Title '.repeat(40) }))
    expect(mail.subject).toBe('500 nudges from Launch agent')
    expect(mail.text).toContain('And 470 more: https://atelier.example')
    expect(Buffer.byteLength(mail.html)).toBeLessThan(102_000)
  })
})

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
    expect(harmIn(compose(changes, more))).toEqual([])
    expect(harmIn(compose({ ...changes, body: null, question: null }, more))).toEqual([])
    const digest = { ...input, ...more, messages: [{ ...message, ...changes }] as const }
    expect(harmIn(composeDigest({ ...digest, messages: [...digest.messages] }))).toEqual([])
  })

  test('any text anywhere', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        expect(harmIn(compose(...everywhere(text)))).toEqual([])
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
