import { findElementType, oid } from './types.ts'

/** PostgreSQL numbers the parameters of a statement with 16 bits. */
const maxParameters = 65_534

/** The type of a value whose type the statement does not say; 0 if PostgreSQL shall find out. */
export function inferType(value: unknown): number {
  if (typeof value === 'boolean') return oid.bool
  if (typeof value === 'bigint') return oid.int8
  if (value instanceof Date) return oid.timestamptz
  if (value instanceof Uint8Array) return oid.bytea
  return 0
}

export function requireFewParameters(count: number): void {
  if (count > maxParameters) throw unsendable(`${count} values`)
}

/** Rejects values that are certainly a mistake. `name` is the column, if the value has one. */
export function requireSendable(value: unknown, name?: string): void {
  switch (typeof value) {
    case 'string':
    case 'boolean':
    case 'bigint':
      return
    case 'number':
      if (Number.isFinite(value)) return
      throw unsendable(String(value), name)
    case 'object':
      requireSendableObject(value, name)
      return
    default:
      throw unsendable(`a value of type ${typeof value}`, name)
  }
}

function requireSendableObject(value: object | null, name?: string): void {
  if (value === null) return
  if (value instanceof Date) {
    if (Number.isNaN(value.getTime())) throw unsendable('an invalid date', name)
  } else if (Array.isArray(value)) {
    for (const item of value) requireSendable(item, name)
  } else if (value.constructor === Promise) {
    throw unsendable('a promise (is an await missing?)', name)
  } else if (typeof value.toString !== 'function') {
    throw unsendable('an object that has no text', name)
  }
}

function unsendable(what: string, name?: string): TypeError {
  const place = name === undefined ? '' : ` in the column ${name}`
  return new TypeError(`A statement cannot be sent with ${what}${place}.`)
}

/** Writes a value as PostgreSQL reads it for a parameter of this type. */
export function toParameter(value: unknown, type: number): string | null {
  if (value === null) return null
  if (type === oid.json || type === oid.jsonb) return JSON.stringify(value)
  if (Array.isArray(value)) return toArray(value, findElementType(type) ?? 0)
  if (type === oid.timestamptz || type === oid.timestamp) {
    return (value instanceof Date ? value : new Date(value as string | number)).toISOString()
  }
  if (value instanceof Uint8Array) return toHex(value)
  if (type === oid.bytea) return toHex(Buffer.from(value as string))
  return String(value)
}

function toHex(bytes: Uint8Array): string {
  return `\\x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')}`
}

function toArray(values: readonly unknown[], elementType: number): string {
  const elements = values.map((value) => {
    if (Array.isArray(value) && elementType !== oid.json && elementType !== oid.jsonb) {
      return toArray(value, elementType)
    }
    const text = toParameter(value, elementType)
    return text === null ? 'null' : `"${text.replace(/["\\]/g, '\\$&')}"`
  })
  return `{${elements.join(',')}}`
}
