import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { readReplyToken, replyToken } from '../../lib/reply-token.ts'
import { providers } from './mail/inbound-providers.ts'
import { proofInHeaders, proofOfMailgun, proofOfSendgrid } from './mail/sender-proof.ts'
import { stripReply, textOfHtml } from './mail/strip-reply.ts'
import { textAnswer } from './text-answer.ts'

const id = 'c2a7e0b4-1f60-4b8e-9c0a-2d5f8e6b7a90'

test('a reply token survives upper case, fits an address, and cannot be changed', () => {
  const token = replyToken('secret', id, 42)
  expect(`reply+${token}`.length).toBeLessThanOrEqual(64)
  expect(readReplyToken(['other', 'secret'], token.toUpperCase())).toEqual({
    questionId: id,
    userId: 42,
  })
  expect(readReplyToken(['other'], token)).toBeUndefined()
  for (let at = 0; at < token.length; at++) {
    const changed = token.slice(0, at) + (token[at] === 'a' ? 'b' : 'a') + token.slice(at + 1)
    expect(readReplyToken(['secret'], changed)).toBeUndefined()
  }
})

test.each([
  ['Yes\n\nOn Mon, 16 Nov 2026 at 10:00, Atelier <a@b.c> wrote:\n> Approve?', 'Yes'],
  ['Ja\nAm 16.11.2026 um 10:00 schrieb Atelier:\n> Frage', 'Ja'],
  ['Fine\n\nOn Mon, 16 Nov 2026 at 10:00, Atelier\n<reply@in.example.com> wrote:\n> x', 'Fine'],
  ['No\n-- \nMia Berg\nAcme', 'No'],
  ['Ok\n\nSent from my iPhone', 'Ok'],
  ['2, 1\n________________________________\nFrom: Atelier', '2, 1'],
  ['> only a quote', ''],
])('%j is the reply %j', (mail, reply) => {
  expect(stripReply(mail)).toBe(reply)
})

test('HTML without a text part is read without the quote', () => {
  const html =
    '<div>Yes &amp; thanks</div><div class="gmail_quote"><blockquote>Old</blockquote></div>'
  expect(textOfHtml(html)).toBe('Yes & thanks')
})

describe('proof of the sender', () => {
  const mail = (results: string[], from = 'mia@mail.example.com') => ({
    from,
    headers: results.map((value) => ({ key: 'authentication-results', value })),
  })
  test.each([
    [['mx.us; dkim=pass header.d=example.com'], 'dkim'],
    [['mx.us; dkim=pass (2048 (bits)) header.i=@mail.example.com'], 'dkim'],
    [['mx.us; spf=pass smtp.mailfrom=bounce@mail.example.com; dkim=fail'], 'spf'],
    [['mx.us; dmarc=pass header.from=mail.example.com'], 'dmarc'],
    [['mx.us; dkim=pass header.d=evil.com'], undefined],
    [['mx.us; dkim=pass header.d=com'], undefined],
    [['mx.us; dkim=pass header.d=x.mail.example.com'], undefined],
    [['mx.us; dkim=fail (dkim=pass header.d=example.com)'], undefined],
    [['other.host; dkim=pass header.d=example.com'], undefined],
    [['mx.us; none', 'mx.us; dkim=pass header.d=example.com'], undefined],
    [[], undefined],
    // A server copies a quoted local part that the sender chose.
    [
      [
        'mx.us; dkim=none; spf=pass smtp.mailfrom="a; dkim=pass header.d=example.com "@evil.example',
      ],
      undefined,
    ],
    [['mx.us; spf=pass smtp.mailfrom="a smtp.mailfrom=mia@example.com b"@evil.example'], undefined],
    [
      ['mx.us; dkim=pass header.i="x; dmarc=pass header.from=mail.example.com "@evil.example'],
      undefined,
    ],
    [
      [
        'mx.us; dkim=pass header.i="a\\"; dmarc=pass header.from=mail.example.com; x=\\""@evil.example',
      ],
      undefined,
    ],
    [['mx.us; dkim=fail header.d=example.com; dkim=pass header.d=example.com'], undefined],
    [['mx.us; dkim=pass header.d=evil.com header.d=example.com'], undefined],
    [['mx.us; dkim="pass" header.d=example.com'], undefined],
    [['mx.us; dkim=pass header.d=example.com ('], undefined],
    [['mx.us; dkim=pass header.d=example.com; spf'], undefined],
    [['mx.us;; dkim=pass header.d=example.com'], undefined],
    [['mx.us 1; dkim/1=pass reason="good; signature" header.d=Example.com'], 'dkim'],
    [['mx.us (a comment) ;\r\n\tspf=pass smtp.mailfrom="odd; name"@example.com'], 'spf'],
  ])('%j: %s', (results, by) => {
    const proof = proofInHeaders(mail(results), 'mx.us')
    expect('by' in proof ? proof.by : undefined).toBe(by)
  })

  test('providers: alignment counts, and a header that a sender could add counts only once', () => {
    const from = 'mia@example.com'
    const sendgrid = (dkim: string, spf = 'fail') =>
      proofOfSendgrid({ dkim, spf, envelopeFrom: 'x@example.com' }, from)
    expect(sendgrid('{@example.com : pass}')).toEqual({ by: 'dkim' })
    expect(sendgrid('none', 'pass')).toEqual({ by: 'spf' })
    expect(sendgrid('{@evil.com : pass}')).toHaveProperty('missing')
    const headers = (signer: string) => [
      { key: 'x-mailgun-dkim-check-result', value: 'Pass' },
      { key: 'dkim-signature', value: `v=1; a=rsa-sha256; d=${signer}; s=x` },
    ]
    expect(proofOfMailgun({ from, headers: headers('example.com') })).toEqual({ by: 'dkim' })
    expect(proofOfMailgun({ from, headers: headers('evil.com') })).toHaveProperty('missing')
    const twice = [...headers('example.com'), ...headers('evil.com')]
    expect(proofOfMailgun({ from, headers: twice })).toHaveProperty('missing')
  })
})

describe('requests of providers', () => {
  const deps = {
    clock: () => new Date('2026-11-16T10:00:00Z'),
    config: { inboundMail: { secret: 's'.repeat(24), mailgunKey: 'key', authservId: 'mx.us' } },
  } as never
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const at = String(Date.parse('2026-11-16T10:00:00Z') / 1000)
  const mailgun = (timestamp: string, token: string, key = 'key') => {
    const signature = createHmac('sha256', key)
      .update(timestamp + token)
      .digest('hex')
    const fields = {
      timestamp,
      token,
      signature,
      recipient: 'reply+x@in.us',
      from: 'M <m@a.b>',
      'body-plain': 'Yes',
    }
    return Buffer.from(new URLSearchParams(fields).toString())
  }
  const read = (name: string, headers: object, body: Buffer) =>
    (providers[name] as (typeof providers)['generic'])(deps, { headers, body } as never)

  test('Mailgun: signature and age', async () => {
    const { mail, token } = await read('mailgun', form, mailgun(at, 't1'))
    expect(mail).toMatchObject({ from: 'm@a.b', recipients: ['reply+x@in.us'], text: 'Yes' })
    expect(token).toBe('t1')
    const odd = Buffer.concat([mailgun(at, 't1'), Buffer.from('&message-headers=[[')])
    await expect(read('mailgun', form, odd)).rejects.toThrow('not a JSON object')
    await expect(read('mailgun', form, mailgun(at, 't2', 'other'))).rejects.toThrow('signature')
    await expect(read('mailgun', form, mailgun(String(Number(at) - 400), 't3'))).rejects.toThrow(
      'minutes',
    )
  })

  test('Postmark and SendGrid: the password, and their fields', async () => {
    const authorization = `Basic ${Buffer.from(`any:${'s'.repeat(24)}`).toString('base64')}`
    const sent = {
      FromFull: { Email: 'm@a.b' },
      OriginalRecipient: 'reply+x@in.us',
      TextBody: 'Yes',
      MessageID: '1',
      Headers: [{ Name: 'X-Spam-Tests', Value: 'DKIM_SIGNED,DKIM_VALID,DKIM_VALID_AU' }],
    }
    const { mail, proof } = await read(
      'postmark',
      { authorization },
      Buffer.from(JSON.stringify(sent)),
    )
    expect([mail.from, mail.recipients[0], proof]).toEqual([
      'm@a.b',
      'reply+x@in.us',
      { by: 'dkim' },
    ])
    await expect(read('postmark', {}, Buffer.from('{}'))).rejects.toThrow('password')
    const boundary = 'xYzZY'
    const part = (name: string, value: string) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
    const body = `${part('from', 'Mia <m@a.b>')}${part('text', 'No')}${part('dkim', '{@a.b : pass}')}${part('envelope', '{"to":["reply+x@in.us"],"from":"m@a.b"}')}--${boundary}--\r\n`
    const headers = { authorization, 'content-type': `multipart/form-data; boundary=${boundary}` }
    const grid = await read('sendgrid', headers, Buffer.from(body))
    expect([grid.mail.text, grid.mail.recipients, grid.proof]).toEqual([
      'No',
      ['reply+x@in.us'],
      { by: 'dkim' },
    ])
    await expect(
      read('sendgrid', { ...headers, authorization: '' }, Buffer.from(body)),
    ).rejects.toThrow('password')
  })
})

test('answers in plain words', () => {
  const options = [
    { value: 'm', label: 'Mail' },
    { value: 'p', label: 'Print ads' },
  ]
  const read = (kind: string, text: string) => textAnswer({ kind, options } as never, text)
  expect(read('approval', 'Yes!\nWell done.')).toEqual({ value: 'approved', comment: 'Well done.' })
  expect(read('approval', 'no')).toEqual({ value: 'rejected' })
  expect(read('approval', 'yes but not on Monday')).toBeUndefined()
  expect(read('choice', '2')).toEqual({ value: 'p' })
  expect(read('choice', 'print ads')).toEqual({ value: 'p' })
  expect(read('choice', '9')).toBeUndefined()
  expect(read('rank', '2 1')).toEqual({ value: ['p', 'm'] })
  expect(read('multi_choice', 'Mail, Print ads')).toEqual({ value: ['m', 'p'] })
  expect(read('form', 'yes')).toBeUndefined()
})
