import { describe, expect, test } from 'vitest'
import { listLinks, readMarkup } from '../../../test/markup.ts'
import type { OutgoingMessage } from '../channel.ts'
import { composeDigest, type Mail, type MailInput } from './compose-mail.ts'
import { compose, findHarm, input, message } from './test-mails.ts'

describe('a message', () => {
  test('without a body shows its summary as plain text', () => {
    const mail = compose({ message: 'Six *posts* <b>\nsee https://a.example/x' })
    expect(mail).toMatchObject({ subject: message.title, to: input.to, from: input.from })
    expect(readMarkup(mail.html).text).toContain('Six *posts* <b>\nsee https://a.example/x')
    expect(listLinks(readMarkup(mail.html))).toContain('https://a.example/x')
    expect(mail.text).toMatch(/^The campaign is ready\n=+\n\nSix \*posts\* <b>\nsee/)
  })

  test('with a body shows that, and its summary only as the hidden preview', () => {
    const mail = compose({ body: 'Hi **Ada**,\n\n- one [own](/boards/1)' })
    const { elements, text } = readMarkup(mail.html)
    expect(elements.map(({ name }) => name)).toEqual(expect.arrayContaining(['strong', 'ul', 'li']))
    expect(text.match(/Six posts are scheduled\./g)).toHaveLength(1)
    expect(mail.html).toMatch(/display:none[^>]*>Six posts are scheduled\./)
    expect(mail.text).not.toContain('Six posts')
    expect(listLinks(readMarkup(mail.html))).toContain(
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
    const composeLink = (url: string) =>
      compose({ action: { label: 'Go', url } }).text.match(/Go: (.*)/)?.[1]
    expect(composeLink('javascript:alert(1)')).toBe('https://atelier.example')
    expect(composeLink('/threads/7')).toBe('https://atelier.example/threads/7')
    expect(composeLink('https://a.example/x\r\ny')).toBe('https://a.example/xy')
  })

  test('the footer names sender and category, and links to unsubscribe', () => {
    const { html, text } = compose()
    expect(readMarkup(html).text).toContain('Sent by Launch agent in Example workspace.')
    expect(readMarkup(html).text).toContain('Unsubscribe from “Task completed”')
    expect(listLinks(readMarkup(html))).toEqual(
      expect.arrayContaining([input.links.unsubscribe, input.links.preferences]),
    )
    expect(text).toContain(`Unsubscribe from “Task completed”: ${input.links.unsubscribe}`)
    expect(listLinks(readMarkup(html))).not.toContain(input.links.oneClickUnsubscribe)
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
    expect(listLinks(readMarkup(mail.html))).toContain(message.action.url)
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

  test('shows what the buttons do not, and how to reply if replies are read', () => {
    const options = ['<Mail>', 'Print'].map((label) => ({ value: label, label }))
    const none = { options: [], expiresAt: null }
    const ranked = asking({ ...none, kind: 'rank', options }, { replyTo: 'r@in.example' })
    expect(ranked.text).toContain('1. <Mail>\n2. Print\n\n- Put them in order')
    expect(ranked.html).toContain('&lt;Mail&gt;</li>')
    expect(ranked.text).toContain('Or reply to this email with the numbers in your order')
    const edited = asking({ ...none, kind: 'edit', draft: 'Our **mugs**\n\nare here.' })
    expect(edited.text).toContain('> Our mugs\n>\n> are here.')
    expect(edited.text).not.toContain('reply')
    const fields = { properties: { euros: { title: 'Budget' }, day: {} } }
    const form = asking({ ...none, kind: 'form', fields }, { replyTo: 'r@in.example' })
    expect(form.text).toContain('It asks for:\n- Budget\n- day')
    expect(form.text).not.toContain('reply')
    const vote = asking({ ...none, kind: 'approval', approvalsNeeded: 2 })
    expect(vote.text).toContain('It needs 2 approvals.')
    for (const mail of [ranked, edited, form, vote]) expect(findHarm(mail)).toEqual([])
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
    expect(listLinks(readMarkup(mail.html))).toContain('https://atelier.example/n/6')
    expect(mail.text).toContain(
      '2. Nudge <1>\n   Six posts are scheduled.\n   15 November at 09:30 UTC\n   https://atelier.example/n/1',
    )
    expect(mail.headers['X-Atelier-Notification']).toBe('id-0 id-1 id-2 id-3 id-4 id-5 id-6')
    expect(findHarm(mail)).toEqual([])
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
