import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import { catchError } from '../../server/test/catch-error.ts'
import { until } from '../../server/test/server-client.ts'
import { verifyWebhook, WebhookError } from '../src/index.ts'
import { useServer } from './use-server.ts'

const server = useServer()
const secret = `whsec_${Buffer.from('a secret of twenty-four b').toString('base64')}`
const other = `whsec_${Buffer.from('another of twenty-four by').toString('base64')}`
const body = JSON.stringify({ type: 'task.finished', data: { name: 'Größe' } })

function signed({ by = secret, at = new Date(), text = body } = {}): Record<string, string> {
  return {
    'Webhook-Id': 'msg_1',
    'Webhook-Timestamp': String(Math.floor(at.getTime() / 1000)),
    'Webhook-Signature': new Webhook(by).sign('msg_1', at, text),
  }
}

const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1000)

describe('a webhook', () => {
  test('is accepted as text, bytes or a buffer, with any kind of headers', async () => {
    const bytes = new TextEncoder().encode(body)
    for (const form of [body, bytes, bytes.buffer as ArrayBuffer]) {
      const event = await verifyWebhook<{ data: { name: string } }>(form, signed(), secret)
      expect(event.data.name).toBe('Größe')
    }
    expect(await verifyWebhook(body, new Headers(signed()), secret)).toEqual(JSON.parse(body))
  })

  test('is rejected if it was changed, signed with another secret, or not signed', async () => {
    const wrong = [
      () => verifyWebhook(`${body} `, signed(), secret),
      () => verifyWebhook(body, signed({ by: other }), secret),
      () => verifyWebhook(body, { ...signed(), 'Webhook-Id': 'msg_2' }, secret),
      () => verifyWebhook(body, { ...signed(), 'Webhook-Signature': 'v1,!!! v2,AAAA' }, secret),
      () => verifyWebhook(body, { ...signed(), 'Webhook-Timestamp': 'now' }, secret),
      () => verifyWebhook(body, {}, secret),
    ]
    for (const one of wrong) expect(await catchError(one())).toBeInstanceOf(WebhookError)
    expect(await catchError(verifyWebhook(body, signed(), 'whsec_'))).toBeInstanceOf(TypeError)
  })

  test('is rejected if it is older than five minutes or from the future', async () => {
    await verifyWebhook(body, signed({ at: secondsAgo(290) }), secret)
    for (const at of [secondsAgo(310), secondsAgo(-310)]) {
      expect(await catchError(verifyWebhook(body, signed({ at }), secret))).toBeInstanceOf(
        WebhookError,
      )
    }
    await verifyWebhook(body, signed({ at: secondsAgo(310) }), secret, { toleranceSeconds: 600 })
  })

  test('may be signed with either of two secrets, or both', async () => {
    await verifyWebhook(body, signed({ by: other }), [secret, other])
    const both = { ...signed(), 'Webhook-Signature': `${sign(other)} ${sign(secret)}` }
    await verifyWebhook(body, both, secret)
  })

  const sign = (by: string) => signed({ by })['Webhook-Signature'] as string
})

test("a webhook from the server verifies with the server's secret", async () => {
  const received: Promise<unknown>[] = []
  const atelier = server.createClient(await server.service.tenant())
  const { secret: ours } = await atelier.webhooks.getSecret()
  const receiver = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const verified = verifyWebhook(Buffer.concat(chunks), request.headers, ours)
    received.push(verified)
    verified.catch(() => {})
    response.end()
  }).listen(0, '127.0.0.1')
  await until('the receiver', async () => receiver.listening)
  const { port } = receiver.address() as AddressInfo
  const { task_id } = await atelier.images.convertFormat({
    image_url: 'data:,no-picture',
    output_format: 'png',
    webhook_url: `http://127.0.0.1:${port}/hook`,
  })
  await until('the webhook', async () => received.length > 0)
  expect(await received[0]).toMatchObject({ data: { task_id } })
  receiver.close()
})
