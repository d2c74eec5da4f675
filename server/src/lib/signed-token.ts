import { createHmac, timingSafeEqual } from 'node:crypto'

type Field = string | number

/** Creates a token for a link that only we can issue. It is signed, not secret. */
export function signToken(secret: string, purpose: string, fields: readonly Field[]): string {
  const said = Buffer.from(JSON.stringify(fields)).toString('base64url')
  return `${said}.${computeSignature(secret, purpose, said)}`
}

/** Returns the fields if one of the secrets signed them for this purpose. */
export function readToken(
  secrets: readonly string[],
  purpose: string,
  token: string,
): Field[] | undefined {
  const [said = '', signature = ''] = token.split('.', 2)
  const isOurs = secrets.filter((secret) =>
    isSame(computeSignature(secret, purpose, said), signature),
  )
  if (isOurs.length === 0) return undefined
  return JSON.parse(Buffer.from(said, 'base64url').toString())
}

function computeSignature(secret: string, purpose: string, said: string): string {
  return createHmac('sha256', secret).update(`${purpose}\n${said}`).digest('base64url')
}

function isSame(right: string, given: string): boolean {
  const [a, b] = [Buffer.from(right), Buffer.from(given)]
  return a.length === b.length && timingSafeEqual(a, b)
}
