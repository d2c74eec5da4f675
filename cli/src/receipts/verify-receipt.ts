import { createHash, createPublicKey, type JsonWebKey, verify } from 'node:crypto'

export interface ReceiptKeys {
  keys: { kid: string; kty: string; crv: string; x: string }[]
}

export interface Claims {
  question_id: string
  answer: { value: unknown } | null
  answered_by: { id: number; name: string } | null
  answered_at: string
  door: string
  authenticated_by: string
  subject: { kind: string; id: string; sha256: string } | null
}

/** Verifies a compact JWS (RFC 7515) with EdDSA. Needs no network and trusts only the given keys. */
export function verifyReceipt(
  jws: string,
  { keys }: ReceiptKeys,
): { claims: Claims } | { mistake: string } {
  const [head = '', body = '', signature = '', ...rest] = jws.split('.')
  if (rest.length > 0 || signature === '') return { mistake: 'it is not a compact JWS' }
  const header = decodeJson(head) as { alg?: string; kid?: string } | undefined
  // The algorithm is fixed: a receipt must not choose how it is checked.
  if (header?.alg !== 'EdDSA') return { mistake: 'it is not signed with EdDSA' }
  const jwk = keys.find(({ kid }) => kid === header.kid)
  if (!jwk) return { mistake: 'it is signed with an unknown key' }
  const key = createPublicKey({ key: jwk as unknown as JsonWebKey, format: 'jwk' })
  const isRight = verify(
    null,
    Buffer.from(`${head}.${body}`),
    key,
    Buffer.from(signature, 'base64url'),
  )
  if (!isRight) return { mistake: 'its signature does not match its content' }
  return { claims: decodeJson(body) as Claims }
}

function decodeJson(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
}

export function hashContent(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}
