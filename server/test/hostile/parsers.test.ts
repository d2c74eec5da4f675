import { Readable } from 'node:stream'
import { Parser } from 'htmlparser2'
import MarkdownIt from 'markdown-it'
import PostalMime from 'postal-mime'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { chatPayload } from '../../src/channels/chat/send-chat.ts'
import { message as chatPost } from '../../src/channels/chat/test-chat-posts.ts'
import { readLinkCard } from '../../src/channels/social/link-card.ts'
import { parseMime } from '../../src/features/doors/mail/inbound-mail.ts'
import { signAnswerLink } from '../../src/features/questions/page/answer-by-link.ts'
import type { SafeFetch } from '../../src/platform/safe-fetch/safe-fetch.ts'
import { expectStatus, useService, useTenant } from '../harness.ts'
import { buildNotification, notify, notifyPath } from '../notify.ts'

/** Long texts are parsed in threads. A thread has its own copy of a parser, so these see only ours. */
const service = useService()
const mia = useTenant(service)
const parsers = {
  markdown: vi.spyOn(MarkdownIt.prototype, 'parse'),
  mime: vi.spyOn(PostalMime, 'parse'),
  page: vi.spyOn(Parser.prototype, 'write'),
}
const parsedHere = (): unknown[] => [
  ...parsers.markdown.mock.calls,
  ...parsers.mime.mock.calls,
  ...parsers.page.mock.calls,
]
beforeEach(() => vi.clearAllMocks())

const repeat = (piece: string, length = 99_000) => piece.repeat(Math.floor(length / piece.length))
/** Each as long as a body may be, and shorter, so that it has few enough marks to be parsed. */
const markdown: Record<string, string> = {
  'open images': repeat('![['),
  'open images, fewer': repeat('![[', 15_000),
  'mail addresses': repeat('<a@b.c'),
  'mail addresses, fewer': repeat('<a@b.c', 20_000),
  emphasis: repeat('*a_'),
  'emphasis, less': repeat('*a_', 15_000),
  'quotes in quotes': repeat('> '),
  'quotes in quotes, fewer': repeat('> ', 15_000),
  tables: repeat('|a|\n|-|\n|b|\n\n'),
  'tables, fewer': repeat('|a|\n|-|\n|b|\n\n', 20_000),
  'link references': repeat('[a]: b\n[a][a]\n'),
  'link references, fewer': repeat('[a]: b\n[a][a]\n', 20_000),
  'a long report': repeat(
    '## Reach\n\nIt grew by **12 %**, see [the numbers](https://example.com/a).\n\n',
    30_000,
  ),
}
const bodies = Object.entries(markdown)

describe('Markdown', () => {
  test('a short text is parsed here', async () => {
    const body = buildNotification(mia, { body: '**short**' })
    const { rendered } = await expectStatus(
      200,
      service.call('POST', `${notifyPath}?dry_run=true`, { key: mia.key, body }),
    )
    expect(rendered.email.html).toContain('>short</strong>')
    expect(parsers.markdown).toHaveBeenCalled()
  })

  test.each(bodies)('a preview with %s', async (_, text) => {
    const body = buildNotification(mia, { body: text })
    const { rendered } = await expectStatus(
      200,
      service.call('POST', `${notifyPath}?dry_run=true`, { key: mia.key, body }),
    )
    expect(rendered.email.html).toContain('</html>')
    expect(rendered.chat.slack.blocks.length).toBeGreaterThan(0)
    expect(parsedHere()).toEqual([])
  })

  test('a long report is rendered, too many marks are shown as written', async () => {
    const preview = async (text: string) => {
      const body = buildNotification(mia, { body: text })
      const answer = service.call('POST', `${notifyPath}?dry_run=true`, { key: mia.key, body })
      return (await expectStatus(200, answer)).rendered.email
    }
    expect((await preview(markdown['a long report'] as string)).html).toContain('>12 %</strong>')
    const bold = repeat('**a** ')
    expect((await preview(bold)).text).toContain('**a** **a**')
  })

  test('an email that is sent, and the page that answers it', async () => {
    const text = markdown['a long report'] as string
    const { body } = await notify(service, mia, {
      body: text,
      category: 'agentNeedsInput',
      question: { kind: 'approval' },
    })
    const { question_id: questionId } = body
    const sent = async () =>
      await service.deps.db.system`
        select html from mails where workspace_id = ${mia.workspaceId}`
    await expect.poll(async () => (await sent()).length).toBe(1)
    expect((await sent())[0]?.html).toContain('>12 %</strong>')
    const link = new URL(signAnswerLink(service.deps, { ...mia, questionId })).pathname
    const page = await service.call('GET', link)
    expect([page.status, page.text.includes('<strong>12 %</strong>')]).toEqual([200, true])
    expect(parsedHere()).toEqual([])
  })

  test.each(['slack', 'mattermost', 'discord'] as const)('messages for %s', async (kind) => {
    for (const [, text] of bodies) {
      expect(await chatPayload(kind, chatPost({ text }))).toBeInstanceOf(Object)
    }
    expect(parsedHere()).toEqual([])
  })
})

const head = 'From: Mia <mia@example.com>\r\nTo: reply@in.example.com\r\n'
const html = `${head}Content-Type: text/html\r\n\r\n`

describe('emails that we receive', () => {
  test.each(
    Object.entries({
      'empty lines': `${head}\r\n${repeat('\n', 10_000_000)}`,
      'lines that flow': `${head}Content-Type: text/plain; format=flowed\r\n\r\n${repeat('> a \r\n', 2_000_000)}`,
      parts: `${head}Content-Type: multipart/mixed; boundary=x\r\n\r\n${repeat('--x\r\n\r\na\r\n', 2_000_000)}`,
      'emails in emails': repeat(`${head}Content-Type: message/rfc822\r\n\r\n`, 100_000),
      groups: `To: ${repeat('a:', 250_000)}\r\n\r\nx`,
      'blank lines of HTML': `${html}${repeat(' \n', 100_000)}`,
      'headers without end': repeat('A: b\r\n', 1_000_000),
    }),
  )('%s', async (_, raw) => {
    const mail = await parseMime(raw)
    if (mail) expect(mail.text.length + mail.html.length).toBeLessThan(1024 ** 2)
    expect(parsedHere()).toEqual([])
  })

  test('the beginning of a long one is read', async () => {
    const attachment = `--x\r\nContent-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\n${repeat(`${repeat('A', 76)}\r\n`, 5_000_000)}\r\n--x--`
    const raw = `${head}Content-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n\r\nYes.\r\n${attachment}`
    expect(await parseMime(raw)).toMatchObject({ from: 'mia@example.com', text: 'Yes.\n' })
  })
})

describe('pages of link cards', () => {
  const read = (page: string) => {
    const fetched = {
      headers: { 'content-type': 'text/html' },
      stream: Readable.from([Buffer.from(page)]),
    }
    return readLinkCard(
      (async () => fetched) as unknown as SafeFetch,
      mia.workspaceId,
      'https://a.example',
    )
  }

  test.each(['<svg>', '<math><p>', '<p>', '<meta content="', '<title>'])('%s', async (piece) => {
    const title = '<title>A page</title>'
    expect(await read(title + repeat(piece, 100_000))).toMatchObject({ title: 'A page' })
    expect(parsedHere()).toEqual([])
  })

  test('a short one is parsed here', async () => {
    expect(await read('<title>A page</title>')).toMatchObject({ title: 'A page' })
    expect(parsers.page).toHaveBeenCalled()
  })
})
