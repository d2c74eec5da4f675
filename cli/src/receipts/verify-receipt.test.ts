import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { expect, test } from 'vitest'
import { type ReceiptKeys, verifyReceipt } from './verify-receipt.ts'

const pair = generateKeyPairSync('ed25519')
const other = generateKeyPairSync('ed25519')
const exportJwk = (key: KeyObject, kid: string) =>
  ({ ...key.export({ format: 'jwk' }), kid }) as ReceiptKeys['keys'][number]
const keys = { keys: [exportJwk(other.publicKey, 'new'), exportJwk(pair.publicKey, 'old')] }
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

function signed(claims: object, header: object = {}, key = pair.privateKey): string {
  const text = `${encode({ alg: 'EdDSA', kid: 'old', ...header })}.${encode(claims)}`
  return `${text}.${sign(null, Buffer.from(text), key).toString('base64url')}`
}

const claims = {
  question_id: 'q',
  answer: { value: 'approved' },
  answered_by: { id: 1, name: 'Mia' },
}

test('a receipt verifies with the key it names, also a retired one', () => {
  expect(verifyReceipt(signed(claims), keys)).toEqual({ claims })
})

test('no changed character verifies', () => {
  const jws = signed(claims)
  for (let at = 0; at < jws.length; at++) {
    // The last bits of a base64url part may be unused, so the letter changes by many.
    const letter = jws[at] === 'A' ? 'z' : 'A'
    const changed = jws.slice(0, at) + letter + jws.slice(at + 1)
    expect([at, 'mistake' in verifyReceipt(changed, keys)]).toEqual([at, true])
  }
})

test.each([
  ['another key', signed(claims, {}, other.privateKey), /signature/],
  ['an unknown key', signed(claims, { kid: 'stolen' }), /unknown key/],
  ['another algorithm', signed(claims, { alg: 'none' }), /EdDSA/],
  ['no signature', signed(claims).replace(/[^.]*$/, ''), /compact JWS/],
])('%s does not verify', (_name, jws, mistake) => {
  expect(verifyReceipt(jws, keys)).toEqual({ mistake: expect.stringMatching(mistake) })
})
