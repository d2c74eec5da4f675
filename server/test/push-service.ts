import { createECDH, createPublicKey, type ECDH, randomBytes, verify } from 'node:crypto'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import ece from 'http_ece'
import { type LocalServer, startHttpServer } from './local-servers.ts'

interface Push {
  headers: IncomingHttpHeaders
  /** The payload that the browser decrypts, if it can. */
  payload: { [name: string]: unknown }
  encryptedBytes: number
  /** The sender's claims; only present if the signature is valid. */
  claims: { aud: string; exp: number; sub: string }
  publicKey: string
}

export interface PushService extends LocalServer {
  received: Push[]
  /** Subscribes like a browser: with its own keys and a URL that nobody can guess. */
  subscribe(): { endpoint: string; keys: { p256dh: string; auth: string } }
  answer: ((res: ServerResponse) => void) | undefined
}

interface Browser {
  curve: ECDH
  auth: Buffer
}

/** A push service and its browsers, which decrypt what they receive (RFC 8030, 8291, 8292). */
export async function startPushService(): Promise<PushService> {
  const browsers = new Map<string, Browser>()
  const server = await startHttpServer(async (req, res) => {
    const body = Buffer.concat(await req.toArray())
    if (service.answer) return service.answer(res)
    const browser = browsers.get(req.url as string)
    if (!browser) return res.writeHead(404).end()
    if (body.length > 4096) return res.writeHead(413).end()
    service.received.push({ ...read(req.headers, body, browser), encryptedBytes: body.length })
    res.writeHead(201, { location: '/message/1' }).end()
  })
  const service: PushService = {
    ...server,
    received: [],
    answer: undefined,
    subscribe: () => {
      const browser = { curve: createECDH('prime256v1'), auth: randomBytes(16) }
      browser.curve.generateKeys()
      const path = `/push/${randomBytes(24).toString('base64url')}`
      browsers.set(path, browser)
      const p256dh = browser.curve.getPublicKey('base64url')
      const keys = { p256dh, auth: browser.auth.toString('base64url') }
      return { endpoint: `${server.url}${path}`, keys }
    },
  }
  return service
}

function read(headers: IncomingHttpHeaders, body: Buffer, { curve, auth }: Browser) {
  const plain = ece.decrypt(body, {
    version: String(headers['content-encoding']),
    privateKey: curve,
    authSecret: auth.toString('base64url'),
  })
  const [, token = '', publicKey = ''] =
    /^vapid t=(\S+), k=(\S+)$/.exec(String(headers.authorization)) ?? []
  return {
    headers,
    payload: JSON.parse(String(plain)),
    publicKey,
    claims: verifyClaims(token, publicKey),
  }
}

function verifyClaims(token: string, publicKey: string): Push['claims'] {
  const [header = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(publicKey, 'base64url')
  const key = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  })
  const signed = Buffer.from(`${header}.${claims}`)
  const isRight = verify(
    'sha256',
    signed,
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isRight) throw new Error('The signature of the token is wrong')
  return JSON.parse(Buffer.from(claims, 'base64url').toString())
}
