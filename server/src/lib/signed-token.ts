import { createHmac, timingSafeEqual } from 'node:crypto'

type Field = string | number

/** Text for a link that says something only we can have said. It is signed, not secret. */
export function signToken(secret: string, purpose: string, fields: readonly Field[]): string {
  const said = Buffer.from(JSON.stringify(fields)).toString('base64url')
  return `${said}.${signatureOf(secret, purpose, said)}`
}

/** What was said, when one of the secrets signed it for this purpose. */
export function readToken(
  secrets: readonly string[],
  purpose: string,
  token: string,
): Field[] | undefined {
  const [said = '', signature = ''] = token.split('.', 2)
  const isOurs = secrets.filter((secret) => isSame(signatureOf(secret, purpose, said), signature))
  if (isOurs.length === 0) return undefined
  return JSON.parse(Buffer.from(said, 'base64url').toString())
}

function signatureOf(secret: string, purpose: string, said: string): string {
  return createHmac('sha256', secret).update(`${purpose}\n${said}`).digest('base64url')
}

function isSame(right: string, given: string): boolean {
  const [a, b] = [Buffer.from(right), Buffer.from(given)]
  return a.length === b.length && timingSafeEqual(a, b)
}
