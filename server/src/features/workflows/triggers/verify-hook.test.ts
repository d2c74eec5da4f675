import { createHmac } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import type { VerifyScheme } from './schemas.ts'
import { HookRefused, verifyHook } from './verify-hook.ts'

const now = new Date('2026-11-16T09:00:00Z')
const seconds = now.getTime() / 1000
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const body = JSON.stringify({ id: 'evt_1', event_id: 'Ev1', text: 'Grüße' })
const sign = (text: string) => createHmac('sha256', secret).update(text).digest('hex')

/** As each service signs, at a given time. */
const signers: Record<Exclude<VerifyScheme, 'token'>, (at: number) => Record<string, string>> = {
  'standard-webhooks': (at) => ({
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(at),
    'webhook-signature': `v2,x ${new Webhook(secret).sign('msg_1', new Date(at * 1000), body)}`,
  }),
  github: () => ({ 'x-hub-signature-256': `sha256=${sign(body)}`, 'x-github-delivery': 'guid-1' }),
  stripe: (at) => ({ 'stripe-signature': `t=${at},v1=00ff,v1=${sign(`${at}.${body}`)},v0=1` }),
  slack: (at) => ({
    'x-slack-request-timestamp': String(at),
    'x-slack-signature': `v0=${sign(`v0:${at}:${body}`)}`,
  }),
  'hmac-sha256': (at) => ({
    'x-timestamp': String(at),
    'x-signature-256': `sha256=${sign(`${at}.${body}`)}`,
  }),
}

const ids = {
  'standard-webhooks': 'msg_1',
  github: 'guid-1',
  stripe: 'evt_1',
  slack: 'Ev1',
  'hmac-sha256': sign(`${seconds}.${body}`),
}

describe.each(Object.keys(signers) as (keyof typeof signers)[])('%s', (scheme) => {
  const check = (headers: object, text = body, secrets = [secret]) =>
    verifyHook(scheme, secrets, { headers: { ...headers }, rawBody: Buffer.from(text) }, now)

  test('accepts its own signature, also with the previous secret, and knows the delivery', () => {
    const signed = signers[scheme](seconds)
    expect(check(signed).deliveryId).toBe(ids[scheme])
    expect(() => check(signed, body, ['another-secret', secret])).not.toThrow()
  })

  test('refuses a changed byte, another secret, and a missing or repeated signature', () => {
    const signed = signers[scheme](seconds)
    const name = Object.keys(signed).find((one) => one.includes('signature')) as string
    expect(() => check(signed, `${body} `)).toThrow(HookRefused)
    expect(() => check(signed, body, [`whsec_${Buffer.alloc(32, 8).toString('base64')}`])).toThrow(
      HookRefused,
    )
    expect(() => check({ ...signed, [name]: undefined })).toThrow(HookRefused)
    expect(() => check({ ...signed, [name]: [signed[name], signed[name]] })).toThrow(HookRefused)
  })

  test.skipIf(scheme === 'github')('refuses what is more than five minutes old or early', () => {
    for (const off of [-301, 301]) {
      expect(() => check(signers[scheme](seconds + off))).toThrow(/five minutes/)
    }
    expect(() => check(signers[scheme](seconds - 299))).not.toThrow()
  })
})
