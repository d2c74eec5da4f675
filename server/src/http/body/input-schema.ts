import { isClockTime, isDay, isInstant } from '../../lib/times.ts'
import { isUuid } from '../../lib/uuid.ts'

/**
 * The subset of JSON Schema that workflow inputs and question forms may use. Every keyword is listed with the kind of
 * its value, so the walk never takes a name for a keyword, or data for a schema. Omitted keywords
 * are slow by nature (`pattern`, `uniqueItems`, `contains`), can be circular (`$ref`), or can hide
 * such keywords (`patternProperties`, `dependentSchemas`, `unevaluatedItems`).
 */
const holds: Readonly<Record<string, 'data' | 'schema' | 'schemas' | 'named schemas'>> = {
  ...as('data', [
    '$schema',
    '$comment',
    'title',
    'description',
    'default',
    'examples',
    'deprecated',
  ]),
  ...as('data', ['readOnly', 'writeOnly', 'type', 'format', 'enum', 'const', 'required']),
  ...as('data', ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']),
  ...as('data', [
    'minLength',
    'maxLength',
    'minItems',
    'maxItems',
    'minProperties',
    'maxProperties',
  ]),
  ...as('schema', ['items', 'additionalProperties', 'not', 'if', 'then', 'else']),
  ...as('schemas', ['prefixItems', 'oneOf', 'anyOf', 'allOf']),
  ...as('named schemas', ['properties']),
}

function as<T>(kind: T, keywords: string[]): Record<string, T> {
  return Object.fromEntries(keywords.map((keyword) => [keyword, kind]))
}

/** None of them is a regular expression that an attacker can slow down. */
export const inputFormats: Readonly<Record<string, (text: string) => boolean>> = {
  'date-time': isInstant,
  date: isDay,
  time: isClockTime,
  uuid: isUuid,
  uri: (text) => text.length <= 8000 && URL.canParse(text),
  email: isEmail,
  // Forms check that the record exists; see `questions/form-records.ts`.
  'asset-id': isUuid,
  // A data: URL may have megabytes.
  'asset-source': (text) => isUuid(text) || /^(https?:\/\/|data:)/i.test(text),
  'user-id': isNumberId,
  'social-account-id': isNumberId,
  'board-id': (text) => text !== '' && text.length <= 200,
}

function isNumberId(text: string): boolean {
  return /^[1-9]\d{0,9}$/.test(text)
}

function isEmail(text: string): boolean {
  const at = text.indexOf('@')
  return at > 0 && at < text.length - 1 && text.length <= 320 && !/[\s\0]/.test(text)
}

const maxSchemas = 100
const maxDepth = 16
const maxAlternatives = 20

/** The size of a schema: the work to check a value grows with it. */
interface SchemaSize {
  /** Schemas, names and values that one part of an input may be compared with. */
  checks: number
  /** The characters that defaults may add to one part of an input. */
  defaultCharacters: number
}

/** Throws, with the path, if a schema uses an unsupported keyword. */
export function measureSchema(schema: object): SchemaSize {
  const size = { checks: 0, defaultCharacters: 0 }
  let schemas = 0

  function walk(part: unknown, path: string, depth: number): void {
    if (typeof part === 'boolean') return
    if (part === null || typeof part !== 'object' || Array.isArray(part)) {
      throw new Error(`${path || 'it'} is not a schema`)
    }
    if (++schemas > maxSchemas) throw new Error(`it has more than ${maxSchemas} schemas`)
    if (depth > maxDepth) throw new Error(`${path} is nested deeper than ${maxDepth} levels`)
    size.checks++
    for (const [keyword, value] of Object.entries(part)) {
      inside(keyword, value, path === '' ? keyword : `${path}.${keyword}`, depth)
    }
  }

  function inside(keyword: string, value: unknown, path: string, depth: number): void {
    const kind = Object.hasOwn(holds, keyword) ? holds[keyword] : undefined
    if (kind === undefined) throw new Error(`${path} is not supported`)
    if (kind === 'data') data(keyword, value, path)
    else if (kind === 'schema') walk(value, path, depth + 1)
    else many(kind, value, path, depth)
  }

  function many(kind: string, value: unknown, path: string, depth: number): void {
    if (value === null || typeof value !== 'object') throw new Error(`${path} must contain schemas`)
    if (Array.isArray(value) !== (kind === 'schemas'))
      throw new Error(`${path} must contain schemas`)
    const parts = Object.entries(value)
    if (kind === 'schemas' && parts.length > maxAlternatives) {
      throw new Error(`${path} has more than ${maxAlternatives} schemas`)
    }
    for (const [name, one] of parts) walk(one, `${path}.${name}`, depth + 1)
  }

  function data(keyword: string, value: unknown, path: string): void {
    if (keyword === 'format' && !Object.hasOwn(inputFormats, String(value))) {
      const known = Object.keys(inputFormats).join(', ')
      throw new Error(`${path} ${JSON.stringify(value)} is not supported; use one of ${known}`)
    }
    if (keyword === 'default') size.defaultCharacters += JSON.stringify(value).length
    if (['enum', 'const', 'required'].includes(keyword)) size.checks += countParts(value)
  }

  walk(schema, '', 0)
  return size
}

/** The number of values in a value, including itself. */
export function countParts(value: unknown): number {
  if (value === null || typeof value !== 'object') return 1
  return Object.values(value).reduce((sum: number, one) => sum + countParts(one), 1)
}
