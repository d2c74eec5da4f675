import { createECDH } from 'node:crypto'

/** The keys that identify the installation to browsers' push services (VAPID, RFC 8292). */
export interface PushKeys {
  publicKey: string
  privateKey: string
}

const curve = 'prime256v1'

/** Creates a private key. The public key is derived from it. */
export function newPushKey(): string {
  const pair = createECDH(curve)
  pair.generateKeys()
  return padded(pair.getPrivateKey()).toString('base64url')
}

export function derivePushKeys(privateKey: string): PushKeys {
  const pair = createECDH(curve)
  pair.setPrivateKey(Buffer.from(privateKey, 'base64url'))
  return { publicKey: pair.getPublicKey('base64url'), privateKey }
}

/** Node drops leading zeros; the format requires 32 bytes. */
function padded(key: Buffer): Buffer {
  return Buffer.concat([Buffer.alloc(32 - key.length), key])
}
