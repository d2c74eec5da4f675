import { createECDH } from 'node:crypto'

/** What the installation proves itself with to the push services of browsers (VAPID, RFC 8292). */
export interface PushKeys {
  publicKey: string
  privateKey: string
}

const curve = 'prime256v1'

/** A new private key; the public one follows from it. */
export function newPushKey(): string {
  const pair = createECDH(curve)
  pair.generateKeys()
  return padded(pair.getPrivateKey()).toString('base64url')
}

export function pushKeysOf(privateKey: string): PushKeys {
  const pair = createECDH(curve)
  pair.setPrivateKey(Buffer.from(privateKey, 'base64url'))
  return { publicKey: pair.getPublicKey('base64url'), privateKey }
}

/** Node leaves out zeros at the beginning; the format has 32 bytes. */
function padded(key: Buffer): Buffer {
  return Buffer.concat([Buffer.alloc(32 - key.length), key])
}
