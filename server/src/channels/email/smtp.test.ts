import { createHash, createVerify, generateKeyPairSync } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { attacks } from '../../../test/attack-strings.ts'
import { catchError } from '../../../test/catch-error.ts'
import type { MailConfig } from '../../config.ts'
import { inTemporaryFolder } from '../../lib/temporary-folder.ts'
import { Undeliverable } from '../channel.ts'
import { oneAddress, oneMailbox } from './one-address.ts'
import { createMail, openTestMailer, startServer } from './test-mailer.ts'

function headerLines(raw: Buffer): string[] {
  const text = raw.toString('latin1')
  return text.slice(0, text.indexOf('\r\n\r\n')).split('\r\n')
}

describe('sending', () => {
  test('without a mail server stores the email and sends nothing', async () => {
    const mailer = openTestMailer(undefined)
    expect(await mailer.send(createMail())).toMatchObject({
      status: 'captured',
      detail: expect.stringContaining('ATELIER_SMTP_URL'),
    })
  })

  test('both parts and all headers arrive, for one recipient', async () => {
    const server = await startServer()
    const mail = createMail()
    const result = await openTestMailer(server.url).send(mail)
    expect(result).toEqual({ status: 'sent', detail: '250 kept' })
    const [received] = server.mails
    expect(received).toMatchObject({
      recipients: ['ada@example.com'],
      sender: 'atelier@example.com',
      parsed: {
        subject: mail.subject,
        from: { name: 'Atelier', address: 'atelier@example.com' },
        to: [{ name: 'Ada', address: 'ada@example.com' }],
        messageId: '<m-1@atelier.example>',
        inReplyTo: '<thread-7@atelier.example>',
        references: '<thread-7@atelier.example>',
      },
    })
    expect(received?.parsed.text?.trim()).toBe(mail.text.trim())
    expect(received?.parsed.html?.trim()).toBe(mail.html.trim())
    const headers = Object.fromEntries(received?.parsed.headers.map((h) => [h.key, h.value]) ?? [])
    for (const [name, value] of Object.entries(mail.headers)) {
      expect(headers[name.toLowerCase()]).toBe(value)
    }
    expect(headers['x-atelier-repeat']).toBe('possible')
  })

  test('a stored email can be sent later', async () => {
    const server = await startServer()
    await openTestMailer(server.url).send(JSON.parse(JSON.stringify(createMail())))
    expect(server.mails).toHaveLength(1)
  })

  test('twenty at once share four connections', async () => {
    const connections = new Set<string>()
    const server = await startServer({
      onMailFrom: (_address, session, done) => {
        connections.add(session.id)
        done()
      },
    })
    const mailer = openTestMailer(server.url)
    await Promise.all(Array.from({ length: 20 }, () => mailer.send(createMail())))
    expect(server.mails).toHaveLength(20)
    expect(connections.size).toBeLessThanOrEqual(4)
  })

  test('STARTTLS is used where it is offered, and its certificate is checked', async () => {
    const secure: boolean[] = []
    const server = await startServer({
      disabledCommands: [],
      onMailFrom: (_address, session, done) => {
        secure.push(session.secure)
        done()
      },
    })
    expect(await catchError(openTestMailer(server.url).send(createMail()))).not.toBeInstanceOf(
      Undeliverable,
    )
    expect(secure).toEqual([])
    await openTestMailer(`${server.url}?tls.rejectUnauthorized=false`).send(createMail())
    expect(secure).toEqual([true])
  })

  test('requireTLS in the URL rejects a server without TLS', async () => {
    const server = await startServer()
    await catchError(openTestMailer(`${server.url}?requireTLS=true`).send(createMail()))
    expect(server.mails).toEqual([])
  })
})

describe('no field becomes a header', () => {
  const titles = [
    ...[
      'a\r\nBcc: evil@example.com',
      'a\nX-Evil: 1\n\nbody',
      'a\u0000b',
      'a\u2028Bcc: evil@x.example',
    ],
    ...['=?utf-8?B?QmNjOiBldmls?=', '=?UTF-8?Q?=0D=0ABcc:_evil?= x', `a${' '.repeat(250)}b`],
    ...[
      'x'.repeat(3000),
      '😀'.repeat(300),
      `é${' x'.repeat(120)}`,
      'حملة الإطلاق 🚀',
      '"quoted" \\ ',
    ],
    ...['a, b <evil@example.com>', 'x:y;z', ...attacks.slice(0, 12)],
  ]

  test('subjects and names come back as they were, and nothing else does', async () => {
    const server = await startServer()
    const mailer = openTestMailer(server.url)
    const usual = new Set<string>()
    await mailer.send(createMail())
    for (const { key } of server.mails[0]?.parsed.headers ?? []) usual.add(key)
    for (const title of titles) {
      const mail = createMail({ name: title }, title)
      await mailer.send(mail)
      const received = server.mails.at(-1)
      expect(received?.parsed.subject).toBe(mail.subject)
      expect(received?.recipients).toEqual(['ada@example.com'])
      const name = mail.to.name.replaceAll('=?', '= ?')
      expect(received?.parsed.to).toEqual([{ name, address: 'ada@example.com' }])
      const names = received?.parsed.headers.map(({ key }) => key) ?? []
      expect(new Set(names)).toEqual(usual)
      expect(names).toHaveLength(usual.size)
      for (const line of headerLines(received?.raw ?? Buffer.of())) {
        expect(line.trim()).not.toBe('')
        expect(line.length).toBeLessThanOrEqual(998)
      }
    }
  })

  test('a record that was tampered with is sanitized again', async () => {
    const server = await startServer()
    const evil = 'x\r\nBcc: evil@example.com\r\n\r\nbody'
    const mail = { ...createMail(), subject: evil, messageId: evil, references: evil }
    await openTestMailer(server.url).send({ ...mail, headers: { ...mail.headers, 'X-Evil': evil } })
    expect(server.mails[0]?.recipients).toEqual(['ada@example.com'])
    expect(server.mails[0]?.parsed.bcc).toBeUndefined()
    expect(headerLines(server.mails[0]?.raw ?? Buffer.of()).join('\n')).not.toMatch(/^bcc:/im)
  })
})

describe('addresses', () => {
  const refused = [
    ...['', 'ada', '@example.com', 'ada@', 'ada@@example.com', 'ada@example.com,evil@example.com'],
    ...['ada@example.com, evil@example.com', '"a, evil"@example.com', 'a, evil@example.com'],
    ...[
      'Ada <ada@example.com>',
      '<ada@example.com>',
      'group: ada@example.com;',
      'ada@example.com;',
    ],
    ...['ada@example.com\r\nBcc: evil@example.com', 'ada@example.com\n', ' ada@example.com'],
    ...['ada(comment)@example.com', 'a..b@example.com', '.a@example.com', 'ada@exa mple.com'],
    ...['ada@example..com', 'ada@-example.com', 'ada@[127.0.0.1]', 'ada@127.0.0.1', 'ada@0x7f.1'],
    ...['ada@evil.example/good.example', 'ada@evil.example?x', 'ada@evil.example#x', 'ada@a%2eb'],
    ...['ada@good.example\u0000.evil.example', 'ädä@example.com', `${'a'.repeat(65)}@example.com`],
    ...[`ada@${'a.'.repeat(200)}com`, `ada@${'a'.repeat(64)}.com`, `${'a'.repeat(100_000)}@b.c`],
  ]

  test.each(refused.map((text) => [JSON.stringify(text).slice(0, 70), text]))(
    '%s is refused',
    (_, text) => {
      expect(() => oneAddress(text)).toThrow(Undeliverable)
    },
  )

  test('usual addresses are accepted, with domains of any script', () => {
    expect(oneAddress('Ada.Lovelace+x@Example.com')).toBe('Ada.Lovelace+x@example.com')
    expect(oneAddress("o'neill_1@mail.example.co.uk")).toBe("o'neill_1@mail.example.co.uk")
    expect(oneAddress('owner@localhost')).toBe('owner@localhost')
    expect(oneAddress('ada@bücher.example')).toBe('ada@xn--bcher-kva.example')
    expect(oneAddress('ada@例え.jp')).toBe('ada@xn--r8jz45g.jp')
    expect(oneMailbox('Atelier <a@b.example>')).toEqual({ name: 'Atelier', address: 'a@b.example' })
    expect(oneMailbox('a@b.example')).toEqual({ name: '', address: 'a@b.example' })
  })

  test('a rejected address has a clear error, and no server is contacted', async () => {
    const server = await startServer()
    const mailer = openTestMailer(server.url)
    const failure = await catchError(mailer.send(createMail({ address: '"a, evil"@example.com' })))
    expect(failure).toBeInstanceOf(Undeliverable)
    expect(failure.message).toContain('is not a valid email address')
    expect(server.mails).toEqual([])
    expect(() => oneAddress('ädä@example.com')).toThrow('allowed before the @')
    await mailer.send(createMail({ address: 'ada@bücher.example' }))
    expect(server.mails[0]?.raw.toString()).toContain('To: Ada <ada@xn--bcher-kva.example>')
  })
})

describe('DKIM', () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 1024 })
  const pem = (key: typeof privateKey) => key.export({ type: 'pkcs8', format: 'pem' }) as string

  async function withKey<T>(content: string, work: (dkim: MailConfig['dkim']) => Promise<T>) {
    return inTemporaryFolder(async (folder) => {
      const keyFile = join(folder, 'dkim.pem')
      await writeFile(keyFile, content)
      return work({ domain: 'example.com', selector: 'atelier', keyFile })
    })
  }

  test('signs the body and the headers that matter', async () => {
    const server = await startServer()
    await withKey(pem(privateKey), async (dkim) => {
      await openTestMailer(server.url, dkim).send(createMail({}, 'A long title '.repeat(12)))
    })
    const raw = server.mails[0]?.raw.toString('latin1') ?? ''
    const signature = readSignature(raw)
    expect(signature.tags).toMatchObject({ d: 'example.com', s: 'atelier', a: 'rsa-sha256' })
    expect(signature.tags.bh).toBe(signature.bodyHash)
    expect(signature.signed).toEqual(
      expect.arrayContaining([
        'from',
        'to',
        'subject',
        'list-unsubscribe',
        'list-unsubscribe-post',
      ]),
    )
    expect(isVerified(raw)).toBe(true)
    expect(isVerified(raw.replace('\r\nSubject: A long', '\r\nSubject: A song'))).toBe(false)
    expect(isVerified(raw.replace('u/1>', 'u/2>'))).toBe(false)
  })

  test('an unusable key is reported at startup', async () => {
    const keyFile = '/nowhere/dkim.pem'
    expect(() => openTestMailer(undefined, { domain: 'a', selector: 'b', keyFile })).toThrow(
      /ATELIER_DKIM_KEY_FILE.*\/nowhere\/dkim\.pem \(ENOENT\)/,
    )
    await withKey('not a key', async (dkim) => {
      expect(() => openTestMailer('smtp://127.0.0.1:9', dkim)).toThrow('cannot read a private key')
    })
    await withKey(pem(generateKeyPairSync('ed25519').privateKey), async (dkim) => {
      expect(() => openTestMailer('smtp://127.0.0.1:9', dkim)).toThrow(
        'is not an RSA key but ed25519',
      )
    })
  })

  /** Implements RFC 6376, relaxed/relaxed, independently of the signer. */
  function readSignature(raw: string) {
    const split = raw.indexOf('\r\n\r\n')
    const fields = raw.slice(0, split).split(/\r\n(?![ \t])/)
    const relaxed = (field: string) => {
      const colon = field.indexOf(':')
      const value = field
        .slice(colon + 1)
        .replace(/\r\n/g, '')
        .replace(/[ \t]+/g, ' ')
        .trim()
      return `${field.slice(0, colon).trim().toLowerCase()}:${value}`
    }
    const own = relaxed(fields.find((field) => /^dkim-signature:/i.test(field)) ?? '')
    const tags = Object.fromEntries(
      own
        .slice('dkim-signature:'.length)
        .split(';')
        .map((tag) => {
          const [name = '', ...value] = tag.split('=')
          return [name.trim(), value.join('=').replace(/ /g, '')]
        }),
    )
    const lines = raw.slice(split + 4).split('\r\n')
    const body = lines.map((line) => line.replace(/[ \t]+/g, ' ').replace(/ $/, '')).join('\r\n')
    const bodyHash = createHash('sha256')
      .update(`${body.replace(/(\r\n)+$/, '')}\r\n`, 'latin1')
      .digest('base64')
    const signed = (tags.h ?? '').toLowerCase().split(':')
    const found = signed.map((name) => fields.findLast((f) => relaxed(f).startsWith(`${name}:`)))
    const data = [...found.map((f) => relaxed(f ?? '')), own.replace(/([; ]b=)[^;]*$/, '$1')]
    return { tags, bodyHash, signed, data: data.join('\r\n') }
  }

  function isVerified(raw: string): boolean {
    const { tags, bodyHash, data } = readSignature(raw)
    const verify = createVerify('rsa-sha256').update(data, 'latin1')
    return bodyHash === tags.bh && verify.verify(publicKey, tags.b ?? '', 'base64')
  }
})
