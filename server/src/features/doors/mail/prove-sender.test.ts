import { generateKeyPairSync } from 'node:crypto'
import { dkimSign } from 'mailauth'
import { describe, expect, test } from 'vitest'
import { type InboundMail, parseMime } from './inbound-mail.ts'
import { proveSender } from './prove-sender.ts'
import { work } from './signature-thread.ts'

const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'der' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})
const record = `v=DKIM1; k=rsa; p=${publicKey.toString('base64')}`
/** The DNS of example.com and evil.example, which anyone may fill as they like. */
const resolve = async (name: string) => {
  if (/^mail\._domainkey\.(mail\.)?(corp|evil)\.example$/i.test(name)) return [[record]]
  throw Object.assign(new Error('not found'), { code: 'ENOTFOUND' })
}
const away = async () => {
  throw Object.assign(new Error('no answer'), { code: 'ETIMEOUT' })
}

const mail = (from: string, text = 'Approve.') =>
  [`From: ${from}`, 'To: reply@atelier.example', 'Subject: Re: Start?', '', text, ''].join('\r\n')

async function sign(message: string, domain: string, more = {}): Promise<string> {
  const { signatures, errors } = await dkimSign(message, {
    canonicalization: 'relaxed/relaxed',
    signatureData: [{ signingDomain: domain, selector: 'mail', privateKey, ...more }],
  } as never)
  expect(errors).toEqual([])
  return `${signatures}${message}`
}

async function prove(text: string, authservId?: string, dns = resolve) {
  const raw = Buffer.from(text)
  const mail = (await parseMime(raw)) as InboundMail
  return proveSender(raw, mail, authservId, (bytes) => work({ raw: bytes }, dns))
}

const results = 'Authentication-Results: mx.atelier.example;'
const trusted = 'mx.atelier.example'

describe('a signature that we check', () => {
  test.each(['corp.example', 'Corp.Example'])('of %s proves mia@corp.example', async (domain) => {
    expect(await prove(await sign(mail('mia@corp.example'), domain))).toEqual({ by: 'dkim' })
  })

  test('of the domain above proves an address below it', async () => {
    const raw = await sign(mail('mia@mail.corp.example'), 'corp.example')
    expect(await prove(raw)).toEqual({ by: 'dkim' })
  })

  test.each([
    ['of another domain', async () => sign(mail('mia@corp.example'), 'evil.example')],
    ['of a domain below', async () => sign(mail('mia@corp.example'), 'mail.corp.example')],
    [
      'of a text that was changed',
      async () =>
        (await sign(mail('mia@corp.example'), 'corp.example')).replace('Approve', 'Reject'),
    ],
    [
      'of another author',
      async () => (await sign(mail('eve@corp.example'), 'corp.example')).replace('eve@', 'mia@'),
    ],
    [
      'of the beginning of a text only',
      async () => {
        const signed = await sign(mail('mia@corp.example'), 'corp.example', { maxBodyLength: 4 })
        return `${signed}And pay Eve.\r\n`
      },
    ],
    [
      'with a second author above it',
      async () =>
        `From: mia@corp.example\r\n${await sign(mail('eve@evil.example'), 'evil.example')}`,
    ],
    [
      'without a key in the DNS',
      async () => sign(mail('mia@corp.example'), 'corp.example', { selector: 'gone' }),
    ],
  ])('%s proves nothing', async (_name, forge) => {
    expect(await prove(await forge())).toHaveProperty('missing')
  })
})

test('signatures are checked in a thread', async () => {
  const raw = Buffer.from(await sign(mail('mia@corp.example'), 'corp.example'))
  const headers = [
    { key: 'from', value: '' },
    { key: 'dkim-signature', value: '' },
  ]
  // The domain is reserved, so nobody has a key for it.
  expect(await proveSender(raw, { from: 'mia@corp.example', headers }, trusted)).toHaveProperty(
    'missing',
  )
})

describe('the header of the trusted server', () => {
  const says = `${results} dkim=pass header.d=corp.example\r\n`

  test('counts when there is no signature to check', async () => {
    expect(await prove(`${says}${mail('mia@corp.example')}`, trusted)).toEqual({ by: 'dkim' })
  })

  test('counts when the DNS is away', async () => {
    const raw = `${says}${await sign(mail('mia@corp.example'), 'corp.example')}`
    expect(await prove(raw, trusted, away as never)).toEqual({ by: 'dkim' })
  })

  test('does not outweigh a wrong signature', async () => {
    const signed = await sign(mail('mia@corp.example'), 'corp.example')
    const raw = `${says}${signed.replace('Approve', 'Reject')}`
    expect(await prove(raw, trusted)).toHaveProperty('missing')
  })

  test('more signatures than a mail has are not checked', async () => {
    const signed = await sign(mail('mia@corp.example'), 'corp.example')
    const [signature = ''] = /^DKIM-Signature:[\s\S]*?\r\n(?!\s)/.exec(signed) ?? []
    let asked = 0
    const count = async (name: string) => {
      asked += 1
      return resolve(name)
    }
    expect(await prove(`${signature.repeat(200)}${signed}`, undefined, count)).toHaveProperty(
      'missing',
    )
    expect(asked).toBe(0)
  })
})
