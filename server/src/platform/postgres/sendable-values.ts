import type postgres from 'postgres'

/** PostgreSQL numbers the parameters of a statement with 16 bits. */
const maxParameters = 65_534

/**
 * Rejects values that postgres.js cannot send. If postgres.js finds out itself, it is already in
 * the middle of a connection's pipeline: the statement never settles, and replies to the statements
 * behind it go to the wrong callers.
 */
export function requireSendable(values: readonly unknown[]): void {
  if (values.length > maxParameters) throw unsendable(`${values.length} values`)
  for (const value of values) requireSendableValue(value)
}

/** Checks the values of an insert or update. Without names, the first row's columns count. */
export function requireSendableRows(row: object | readonly object[], names: string[]): void {
  const rows = Array.isArray(row) ? row : [row]
  const columns = names.length > 0 ? names.flat() : Object.keys(rows[0] ?? {})
  if (rows.length * columns.length > maxParameters) throw unsendable('so many rows')
  for (const one of rows) {
    // The list contains column names instead of rows.
    if (typeof one !== 'object' || one === null) continue
    for (const name of columns) requireSendableValue(one[name], name)
  }
}

/** Rows pass a name, statements don't. */
function requireSendableValue(value: unknown, name?: string): void {
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
    for (const item of value) requireSendableValue(item, name)
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

/** PostgreSQL rejects this for every type, so an unwritable value fails only its own statement. */
const refusedByAllTypes = '\0'

type Serialize = (value: unknown) => unknown

/**
 * The type of a parameter is unknown until the statement is sent. So the functions that serialize a
 * value as that type must never throw, nor return anything but text.
 */
export function makeSerializersTotal(client: postgres.Sql): postgres.Sql {
  const options = client.options as unknown as { serializers: Record<string, Serialize> }
  const known = new Map<Serialize, Serialize>()
  options.serializers = new Proxy(options.serializers, {
    get: (serializers, type: string) => {
      const serialize = serializers[type]
      if (!serialize) return serialize
      const total = known.get(serialize) ?? totalOf(serialize)
      known.set(serialize, total)
      return total
    },
  })
  return client
}

function totalOf(serialize: Serialize): Serialize {
  return (value) => {
    try {
      const text = serialize(value)
      return typeof text === 'string' ? text : refusedByAllTypes
    } catch {
      return refusedByAllTypes
    }
  }
}
