import { describe, expect, test } from 'vitest'
import { toMrkdwn } from '../../src/channels/chat/slack-markdown.ts'
import { renderMarkdown, renderPlainText } from '../../src/channels/email/render-markdown.ts'
import { parseXml } from '../../src/engines/speech/parse-xml.ts'
import { findMentions, readable } from '../../src/features/boards/comments/mentions.ts'
import { anywhere } from '../../src/lib/like-pattern.ts'
import { slugify } from '../../src/lib/slug.ts'
import { useService, useTenant } from '../harness.ts'
import { sample } from '../soak.ts'

/** Texts that make parsers nest, backtrack or multiply. Each of them gets a response. */
const service = useService()
const mia = useTenant(service)
const call = (method: string, path: string, body?: unknown, headers = {}) =>
  service.call(method, path, { key: mia.key, headers, body })

/** Texts that are hard for parsers, each as long as a body may be. */
const pieces = [
  ...['[', '![', '[a](', '*a', '**a ', '_a', '`a', '>', '- ', '<', '</', '&', '|', '|-\n', '~~a'],
  ...['http://', 'http://%5B ', '[x](http://%5B)', 'a@b.', '@[', '@[a](user:1)', '\\', '\u202e'],
  ...[' ', '\n', '\t', '```\n', '<!--', '<![CDATA[', '&#x', '👩‍👩‍👧‍👦', 'x'],
]
const characters = sample(8000, 100_000)
const long = (piece: string) => piece.repeat(Math.ceil(characters / piece.length))

describe('long texts without spaces', () => {
  test('become emails, chat messages, mentions and slugs', () => {
    for (const piece of pieces) {
      const text = long(piece)
      expect(renderMarkdown(text).html).toBeTypeOf('string')
      expect(renderPlainText(text).text).toBeTypeOf('string')
      expect(toMrkdwn(text)).toBeTypeOf('string')
      expect(findMentions(text)).toBeInstanceOf(Array)
      expect(readable(text)).toBeTypeOf('string')
      expect(slugify(text)).toBeTypeOf('string')
    }
  })

  test('are valid XML or refused with a message', () => {
    for (const piece of pieces) {
      try {
        expect(parseXml(`<speak>${long(piece)}</speak>`)).toBeInstanceOf(Array)
      } catch (error) {
        expect((error as Error).constructor.name).not.toMatch(/RangeError|TypeError/)
      }
    }
  })
})

test('a broken link in an email is shown as text', () => {
  const { html, text } = renderMarkdown('Look at [x](http://%5B) and [y](https://example.com)')
  expect(html).not.toContain('%5B"')
  expect(html).toContain('href="https://example.com"')
  expect(text).toContain('x')
})

test('in searches, % and _ are literal, and a long search finds nothing', async () => {
  expect(anywhere('100%_\\')).toBe('%100\\%\\_\\\\%')
  for (const search of ['%'.repeat(200), '_'.repeat(200), '%_'.repeat(100), '\\'.repeat(200)]) {
    const query = new URLSearchParams({ search })
    for (const path of ['/api/v1/pm/boards', '/api/v1/assets', '/api/v1/projects/campaign']) {
      const answer = await call('GET', `${path}?${query}`)
      expect([path, answer.status < 500]).toEqual([path, true])
    }
  }
})

describe('JSON Patch', () => {
  const type = { 'content-type': 'application/json-patch+json' }

  async function project(): Promise<string> {
    const made = await call('POST', '/api/v1/projects/campaign', {
      title: 'P',
      data: { a: { text: 'x'.repeat(1000) } },
    })
    expect(made.status).toBe(201)
    return `/api/v1/projects/campaign/${made.body.id}`
  }

  test.each<[string, object[]]>([
    [
      'that doubles a document',
      Array.from({ length: 60 }, (_, n) => ({ op: 'copy', from: '', path: `/c${n}` })),
    ],
    [
      'that nests a document',
      Array.from({ length: 200 }, () => ({ op: 'copy', from: '/a', path: '/a/b' })),
    ],
    [
      'with too many operations',
      Array.from({ length: 1001 }, () => ({ op: 'test', path: '', value: 1 })),
    ],
    ['with a path without end', [{ op: 'add', path: '/a'.repeat(200_000), value: 1 }]],
    ['onto the prototype', [{ op: 'add', path: '/__proto__/polluted', value: true }]],
  ])('%s is refused', async (_, patch) => {
    const path = await project()
    const answer = await service.call('PATCH', path, {
      key: mia.key,
      headers: type,
      body: JSON.stringify(patch),
    })
    expect([answer.status >= 400 && answer.status < 500, answer.body.code]).toEqual([
      true,
      expect.any(String),
    ])
    expect((await call('GET', path)).body.data).toEqual({ a: { text: 'x'.repeat(1000) } })
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })

  test('JSON that is nested too deeply is refused before it is parsed', async () => {
    const deep = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`
    for (const media of [
      'application/json',
      'application/merge-patch+json',
      type['content-type'],
    ]) {
      const answer = await service.call('PATCH', await project(), {
        key: mia.key,
        headers: { 'content-type': media },
        body: deep,
      })
      expect([media, answer.status, answer.body.code]).toEqual([media, 400, 'malformed_json'])
    }
  })
})
