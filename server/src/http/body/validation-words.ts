import type { ErrorObject } from 'ajv/dist/2020.js'
import { timeFormats } from './time-formats.ts'

const typeWords: Record<string, string> = {
  string: 'a string',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  null: 'null',
}

const formatWords: Record<string, string> = {
  email: 'an email address',
  uri: 'a URL',
  uuid: 'a UUID',
  'asset-id': 'the id of an asset',
  'asset-source': 'the id of an asset or a URL',
  'board-id': 'the id or slug of a board',
  'user-id': 'the id of a person',
  'social-account-id': 'the id of a social account',
}

/** An Ajv error as the second half of a sentence that begins with the field's name. */
export function validationWords(error: ErrorObject): string {
  const { keyword, params, parentSchema = {}, message } = error
  switch (keyword) {
    case 'required':
      return 'is required'
    case 'enum':
      return `must be one of ${params.allowedValues.join(', ')}`
    case 'const':
      return `must be ${JSON.stringify(params.allowedValue)}`
    case 'additionalProperties':
      return `is not allowed; use ${Object.keys(parentSchema.properties ?? {}).join(', ')}`
    case 'type':
      return `must be ${[params.type].flat().map(typeName).join(' or ')}`
    case 'minLength':
      return atLeast(params.limit, 'character')
    case 'maxLength':
      return `must have at most ${count(params.limit, 'character')}`
    case 'minItems':
      return atLeast(params.limit, 'entry')
    case 'maxItems':
      return `must have at most ${count(params.limit, 'entry')}`
    case 'minimum':
      return `must be at least ${params.limit}`
    case 'maximum':
      return `must be at most ${params.limit}`
    case 'uniqueItems':
      return 'must not contain the same entry twice'
    case 'pattern':
      return patternWords(params.pattern, parentSchema.examples?.[0], message)
    case 'format':
      return `must be ${timeFormats[params.format]?.words ?? formatWords[params.format] ?? params.format}`
    default:
      return message ?? 'is not valid'
  }
}

/** An example says more than the pattern does. */
function patternWords(pattern: string, example: unknown, message = 'is not valid'): string {
  if (pattern === '\\S') return 'must not be empty'
  return example === undefined ? message : `must look like ${JSON.stringify(example)}`
}

function typeName(type: string): string {
  return typeWords[type] ?? type
}

function atLeast(limit: number, noun: string): string {
  return limit === 1 ? 'must not be empty' : `must have at least ${count(limit, noun)}`
}

function count(limit: number, noun: string): string {
  if (limit === 1) return `1 ${noun}`
  return `${limit} ${noun === 'entry' ? 'entries' : `${noun}s`}`
}
