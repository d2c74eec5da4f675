import { misused } from '../errors.ts'
import type { JsonType, Shape } from './spec.ts'

/** Converts a command line word to JSON text. If it doesn't fit, the error says what would. */
export function readValue(text: string, shape: Shape, name: string): string {
  const { types } = shape
  // Any value is allowed: JSON if the text parses, else the text itself.
  if (!types) return isJson(text) ? text : JSON.stringify(text)
  const value =
    types.includes('array') && types[0] !== 'string' && !isArray(text)
      ? `[${readOne(text, shape, name)}]`
      : read(text, shape, types)
  if (value === undefined) throw misused(`${name} must be ${inWords(shape)}, not "${text}".`)
  requireFit(value, shape, name)
  return value
}

/** Reads an option that was given several times; one that takes a list also accepts JSON. */
export function readValues(texts: string[], shape: Shape, name: string): string {
  const [first = '', ...more] = texts
  if (more.length === 0) return readValue(first, shape, name)
  if (!shape.types?.includes('array'))
    throw misused(`${name} was given ${texts.length} times, but takes one value.`)
  return `[${texts.map((text) => readOne(text, shape, name)).join(',')}]`
}

function readOne(text: string, { items = {} }: Shape, name: string): string {
  return readValue(text, items, name)
}

function read(text: string, shape: Shape, types: JsonType[]): string | undefined {
  const isText = types.includes('string')
  if (types.includes('null') && text === 'null') return text
  const json = isJson(text) ? readType(text) : undefined
  const fits = json !== undefined && types.some((type) => isType(json, type))
  // 5 is a number where a number is allowed, unless text comes first; in quotes it is always text.
  const isNumber = json === 'integer' || json === 'number'
  const isTextFirst = types[0] === 'string' && isNumber
  if (fits && !isTextFirst && (json !== 'string' || !isText)) return text
  if (isText) return JSON.stringify(text)
  const word = shape.enum?.find((choice) => String(choice) === text)
  return word === undefined ? undefined : JSON.stringify(word)
}

function requireFit(
  json: string,
  { enum: choices, min, max, types = [] }: Shape,
  name: string,
): void {
  const value = JSON.parse(json)
  if (value === null) return
  if (choices && !Array.isArray(value) && !choices.includes(value)) {
    throw misused(`${name} must be one of ${choices.join(', ')}, not "${value}".`)
  }
  const isNumber = typeof value === 'number' && !types.includes('string')
  if (isNumber && ((min !== undefined && value < min) || (max !== undefined && value > max))) {
    throw misused(`${name} must be ${range(min, max)}, not ${value}.`)
  }
}

function range(min?: number, max?: number): string {
  // A limit that only comes from the database's number range means nothing to people.
  if (max === undefined || max >= 2 ** 31 - 1) return `at least ${min}`
  return min === undefined ? `at most ${max}` : `from ${min} to ${max}`
}

/** The allowed values, for people. */
function inWords({ types, enum: choices }: Shape): string {
  if (choices) return `one of ${choices.join(', ')}`
  const words = (types ?? []).map((type) => names[type])
  return words.join(' or ') || 'JSON'
}

const names: Record<JsonType, string> = {
  string: 'a text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a JSON object',
  null: 'null',
}

function isType(json: JsonType, wanted: JsonType): boolean {
  return json === wanted || (json === 'integer' && wanted === 'number')
}

function readType(json: string): JsonType {
  const value: unknown = JSON.parse(json)
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  return typeof value as 'string' | 'boolean' | 'object'
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function isArray(text: string): boolean {
  return text.trim().startsWith('[') && isJson(text)
}
