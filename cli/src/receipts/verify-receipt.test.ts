import { generateKeyPairSync, sign } from 'node:crypto'
import { expect, test } from 'vitest'
import { verifyReceipt } from './verify-receipt.ts'

const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const jwk = publicKey.export({ format: 'jwk' }) as { kty: string; crv: string; x: string }
const keys = { keys: [{ ...jwk, kid: 'k1' }] }
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

function receipt(header: object = { alg: 'EdDSA', kid: 'k1' }): string {
  const content = `${part(header)}.${part({ question_id: 'q', answer: { value: 'approved' } })}`
  return `${content}.${sign(null, Buffer.from(content), privateKey).toString('base64url')}`
}

test('a receipt verifies offline, and no changed character does', () => {
  const jws = receipt()
  expect(verifyReceipt(jws, keys)).toMatchObject({ claims: { question_id: 'q' } })
  for (let at = 0; at < jws.length; at++) {
    const changed = jws.slice(0, at) + (jws[at] === 'A' ? 'B' : 'A') + jws.slice(at + 1)
    // The last character of a part has unused bits, so some changes there mean the same bytes.
    const isSame = changed.split('.').every((one, index) => {
      const before = Buffer.from(jws.split('.')[index] ?? '', 'base64url')
      return Buffer.from(one, 'base64url').equals(before)
    })
    const isSignature = at > jws.lastIndexOf('.')
    if (isSame && isSignature) continue
    expect([at, verifyReceipt(changed, keys)]).toEqual([at, { mistake: expect.any(String) }])
  }
})

test('a receipt cannot choose its algorithm or an unknown key', () => {
  expect(verifyReceipt(receipt({ alg: 'none', kid: 'k1' }), keys)).toHaveProperty('mistake')
  expect(verifyReceipt(receipt({ alg: 'HS256', kid: 'k1' }), keys)).toHaveProperty('mistake')
  expect(verifyReceipt(receipt({ alg: 'EdDSA', kid: 'other' }), keys)).toEqual({
    mistake: 'it is signed with an unknown key',
  })
  expect(verifyReceipt('not a receipt', keys)).toHaveProperty('mistake')
})
