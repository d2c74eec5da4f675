import { createHmac, timingSafeEqual } from 'node:crypto'

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'
const macBytes = 10

/**
 * A token for the local part of an address: at most 64 characters, and case does not count there.
 * It names a question and a person, and only we can issue it.
 */
export function replyToken(secret: string, questionId: string, userId: number): string {
  const head = Buffer.alloc(20)
  head.write(questionId.replaceAll('-', ''), 'hex')
  head.writeUInt32BE(userId, 16)
  return encode(Buffer.concat([head, computeMac(secret, head)]))
}

export function readReplyToken(
  secrets: readonly string[],
  token: string,
): { questionId: string; userId: number } | undefined {
  const bytes = decode(token.toLowerCase())
  if (bytes?.length !== 20 + macBytes) return undefined
  const [head, mac] = [bytes.subarray(0, 20), bytes.subarray(20)]
  if (!secrets.some((secret) => timingSafeEqual(computeMac(secret, head), mac))) return undefined
  const hex = head.toString('hex', 0, 16)
  const questionId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return { questionId, userId: head.readUInt32BE(16) }
}

function computeMac(secret: string, head: Buffer): Buffer {
  return createHmac('sha256', secret)
    .update('mail reply\n')
    .update(head)
    .digest()
    .subarray(0, macBytes)
}

function encode(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((group) => alphabet[Number.parseInt(group.padEnd(5, '0'), 2)]).join('')
}

function decode(text: string): Buffer | undefined {
  if (text.length > 60 || !/^[a-z2-7]+$/.test(text)) return undefined
  const bits = [...text].map((one) => alphabet.indexOf(one).toString(2).padStart(5, '0')).join('')
  const bytes = bits.match(/.{8}/g) ?? []
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)))
}
