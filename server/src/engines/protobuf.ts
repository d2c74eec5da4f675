/** Just enough of protocol buffers to split a message into fields and reassemble it. */

export interface Field {
  number: number
  /** The raw field including its tag. */
  whole: Uint8Array
  /** The value without the tag. Empty for numbers, which we never read. */
  body: Uint8Array
}

export function readFields(message: Uint8Array): Field[] {
  const fields: Field[] = []
  let at = 0
  const varint = () => {
    let value = 0
    for (let scale = 1; ; scale *= 128) {
      const byte = message[at++] as number
      value += (byte & 127) * scale
      if (!(byte > 127)) return value
    }
  }
  while (at < message.length) {
    const start = at
    const tag = varint()
    const kind = tag & 7
    const length = readLength(kind, varint)
    const body = message.subarray(at, at + length)
    at += length
    fields.push({ number: Math.floor(tag / 8), whole: message.subarray(start, at), body })
  }
  return fields
}

/** Remaining bytes of a field's value. A varint value is consumed here. */
function readLength(kind: number, varint: () => number): number {
  if (kind === 2) return varint()
  if (kind === 1) return 8
  if (kind === 5) return 4
  if (kind !== 0) throw new Error('The data is not a valid protocol buffer')
  varint()
  return 0
}

export function readTexts(fields: Field[], number: number): string[] {
  const texts = fields.filter((field) => field.number === number)
  return texts.map(({ body }) => Buffer.from(body).toString('utf8'))
}

export function numberField(number: number, value: number): Uint8Array {
  return Buffer.concat([varintBytes(number * 8), varintBytes(value)])
}

/** A field with bytes, text or a message. `parts` are concatenated. */
export function bytesField(number: number, ...parts: (Uint8Array | string)[]): Uint8Array {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part as Uint8Array)))
  return Buffer.concat([bytesHead(number, body.length), body])
}

export function bytesHead(number: number, length: number): Uint8Array {
  return Buffer.concat([varintBytes(number * 8 + 2), varintBytes(length)])
}

function varintBytes(value: number): Uint8Array {
  const bytes: number[] = []
  let rest = value
  do {
    bytes.push((rest % 128) | (rest >= 128 ? 128 : 0))
    rest = Math.floor(rest / 128)
  } while (rest > 0)
  return Uint8Array.from(bytes)
}
