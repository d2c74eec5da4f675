import { readFile } from 'node:fs/promises'
import {
  JsonError,
  type JsonNode,
  objectNode,
  parseJson,
  writeJson,
} from '@atelier/sdk/src/index.ts'
import { misused } from '../errors.ts'
import { readAll } from '../profiles/ask.ts'
import { readValue, readValues } from './read-value.ts'
import type { Field, OperationSpec } from './spec.ts'

/** The values given for each field: words, or true and false for a flag. */
export type FieldValues = Map<Field, string[] | boolean>

export interface Request {
  params: string[]
  query: Record<string, string | number | boolean>
  /** Exact JSON text. */
  body?: string
}

export async function buildRequest(
  spec: OperationSpec,
  params: string[],
  given: FieldValues,
  whole: string | undefined,
  wholeFlag = '--body',
): Promise<Request> {
  const query: Request['query'] = {}
  const members = new Map(whole === undefined ? [] : await readBody(whole, wholeFlag))
  for (const [field, words] of given) {
    const text = readText(field, await readWords(field, words))
    if (field.in === 'body') {
      members.set(field.name, parsed(text, `--${field.flag} is not valid JSON.`))
    } else query[field.name] = queryValue(JSON.parse(text))
  }
  const missing = spec.fields.filter(
    (field) =>
      field.isRequired && (field.in === 'body' ? !members.has(field.name) : !given.has(field)),
  )
  if (missing.length > 0) {
    throw misused(`Missing: ${missing.map(({ flag }) => `--${flag}`).join(', ')}`)
  }
  return {
    params: params.map((text, at) => param(text, spec, at)),
    query,
    ...(spec.takes === 'body' && { body: writeJson(objectNode(members)) }),
  }
}

function param(text: string, { params }: OperationSpec, at: number): string {
  const shape = params[at]
  if (text === '') throw misused(`<${shape?.name}> is empty.`)
  if (shape?.types && !shape.types.includes('string')) readValue(text, shape, `<${shape.name}>`)
  return text
}

/** An option for an object or list of them also takes @file, or - for standard input, as --body does. */
async function readWords(field: Field, words: string[] | boolean): Promise<string[] | boolean> {
  const takesObject = field.types?.includes('object') && !field.types.includes('string')
  if (typeof words === 'boolean' || !takesObject) return words
  return Promise.all(words.map((word) => textGiven(word, `--${field.flag}`)))
}

function readText(field: Field, words: string[] | boolean): string {
  if (typeof words === 'boolean') return String(words)
  return readValues(words, field, `--${field.flag}`)
}

/** In a URL, commas separate several values. */
function queryValue(value: unknown): string | number | boolean {
  if (Array.isArray(value)) return value.join(',')
  return typeof value === 'object' ? JSON.stringify(value) : (value as string)
}

async function readBody(given: string, flag: string): Promise<Map<string, JsonNode>> {
  const text = await textGiven(given, flag)
  const shape = `${flag} must be a JSON object, @file or - for standard input.`
  const node = parsed(text, shape)
  if (node.kind !== 'object') throw misused(shape)
  return node.members
}

function parsed(text: string, shape: string): JsonNode {
  try {
    return parseJson(text)
  } catch (error) {
    if (!(error instanceof JsonError)) throw error
    throw misused(`${shape} Line ${error.line}, column ${error.column}: ${error.message}`)
  }
}

/** The text itself, the content of a file (@file), or standard input (-). */
export async function textGiven(given: string, flag: string): Promise<string> {
  if (given === '-') return readAll(process.stdin)
  if (!given.startsWith('@')) return given
  return readFile(given.slice(1), 'utf8').catch(() => {
    throw misused(`${flag}: there is no file ${given.slice(1)}.`)
  })
}
