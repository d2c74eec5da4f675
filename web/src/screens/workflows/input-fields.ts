import { findRecordFormat, type RecordFormat } from '../../app/records/record-formats.ts'
import { inWords } from './definition.ts'

/** A form field for a property of a JSON Schema object. */
export interface InputField {
  name: string
  label: string
  hint: string
  kind: 'line' | 'text' | 'date' | 'number' | 'yes-no' | 'one-of' | 'lines' | 'json'
  isRequired: boolean
  /** The type of the input element. */
  type?: 'email' | 'url'
  options: string[]
  /** The kind of record that the value, or each of several values, identifies. */
  record: RecordFormat | undefined
  /** The initial value. */
  initial: string
  schema: Schema
}

interface Schema {
  type?: string | string[]
  title?: string
  description?: string
  enum?: unknown[]
  default?: unknown
  format?: string
  maxLength?: number
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
}

const longLine = 200

export function inputFields(inputs: unknown): InputField[] {
  const { properties = {}, required = [] } = (inputs ?? {}) as Schema
  return Object.entries(properties).map(([name, schema]) => {
    const kind = chooseKind(schema)
    return {
      name,
      label: schema.title ?? inWords(name),
      hint: writeHint(schema, kind),
      kind,
      isRequired: required.includes(name),
      ...(schema.format === 'email' && { type: 'email' as const }),
      ...(schema.format === 'uri' && { type: 'url' as const }),
      options: (schema.enum ?? []).map(String),
      record: findRecordFormat(kind === 'lines' ? schema.items?.format : schema.format),
      initial: asText(schema.default, kind),
      schema,
    }
  })
}

function chooseKind(schema: Schema): InputField['kind'] {
  if (schema.enum) return 'one-of'
  switch (readType(schema)) {
    case 'boolean':
      return 'yes-no'
    case 'integer':
    case 'number':
      return 'number'
    case 'string':
      if (schema.format === 'date') return 'date'
      return (schema.maxLength ?? 0) > longLine ? 'text' : 'line'
    case 'array':
      return ['string', 'integer', 'number'].includes(readType(schema.items)) ? 'lines' : 'json'
    default:
      return 'json'
  }
}

/** The type without "null". */
function readType({ type }: Schema = {}): string {
  if (typeof type === 'string') return type
  return type?.find((one) => one !== 'null') ?? ''
}

function writeHint(schema: Schema, kind: InputField['kind']): string {
  const isOfRecords = findRecordFormat(schema.items?.format) !== undefined
  const how =
    { lines: isOfRecords ? '' : 'One per line.', json: 'Enter JSON.' }[kind as string] ?? ''
  return [schema.description ?? '', how].filter(Boolean).join(' ')
}

function asText(value: unknown, kind: InputField['kind']): string {
  if (value === undefined || value === null) return ''
  if (kind === 'lines' && Array.isArray(value)) return value.join('\n')
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}

type ReadValue = { value: unknown } | { error: string } | undefined

/** The value of a field in the schema's type; undefined if it is empty. */
export function readField(field: InputField, text: string): ReadValue {
  const { kind, schema, isRequired } = field
  if (kind === 'yes-no') return { value: text === 'true' }
  if (text.trim() === '') {
    return isRequired ? { error: 'is required' } : undefined
  }
  if (kind === 'number') return readNumber(text, readType(schema))
  if (kind === 'lines') return readLines(text, readType(schema.items))
  if (kind === 'one-of') return { value: schema.enum?.find((one) => String(one) === text) }
  if (kind !== 'json') return { value: text }
  try {
    return { value: JSON.parse(text) }
  } catch (error) {
    return { error: `is not valid JSON: ${(error as Error).message}` }
  }
}

function readNumber(text: string, type: string): ReadValue {
  const value = Number(text.trim().replace(',', '.'))
  if (Number.isNaN(value)) return { error: 'must be a number' }
  if (type === 'integer' && !Number.isInteger(value)) return { error: 'must be a whole number' }
  return { value }
}

function readLines(text: string, type: string): ReadValue {
  const lines = text.split('\n').map((line) => line.trim())
  const read = lines
    .filter((line) => line !== '')
    .map((line) => (type === 'string' ? { value: line } : readNumber(line, type)))
  const wrong = read.find((one) => one !== undefined && 'error' in one)
  return wrong ?? { value: read.map((one) => (one as { value: unknown }).value) }
}
