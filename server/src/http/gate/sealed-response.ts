import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Actor } from '../permissions.ts'

/**
 * A stored response may contain a secret that is shown only once, such as a new API key. So it is
 * encrypted with the caller's Idempotency-Key, of which the database has only a hash.
 */
export function sealResponse(body: string, actor: Actor, key: string): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', sealingKey(actor, key), nonce)
  return Buffer.concat([nonce, cipher.update(body, 'utf8'), cipher.final(), cipher.getAuthTag()])
}

export function openResponse(sealed: Buffer, actor: Actor, key: string): string {
  const decipher = createDecipheriv('aes-256-gcm', sealingKey(actor, key), sealed.subarray(0, 12))
  decipher.setAuthTag(sealed.subarray(-16))
  const body = [decipher.update(sealed.subarray(12, -16)), decipher.final()]
  return Buffer.concat(body).toString('utf8')
}

function sealingKey(actor: Actor, key: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, actor.credentialId, 'atelier kept response', 32))
}
