/** One input of a form, derived from a property of its JSON Schema. */
export interface FormField {
  name: string
  label: string
  description: string
  /** `json`: nested values, which are edited as JSON text. */
  input:
    | 'text'
    | 'long-text'
    | 'number'
    | 'yes-no'
    | 'choice'
    | 'choices'
    | 'date'
    | 'time'
    | 'json'
  format: string | undefined
  isInteger: boolean
  isRequired: boolean
  options: { value: string; label: string }[]
  maxLength: number | undefined
  minimum: number | undefined
  maximum: number | undefined
  initial: unknown
}

type Schema = Record<string, unknown>

/** The inputs of a question's form, in the order of its properties. */
export function formFields(schema: object): FormField[] {
  const { properties = {}, required = [] } = schema as {
    properties?: Record<string, unknown>
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) =>
    describeField(name, isObject(property) ? property : {}, required.includes(name)),
  )
}

function describeField(name: string, schema: Schema, isRequired: boolean): FormField {
  const { title, description, format, maxLength, minimum, maximum } = schema
  return {
    name,
    label: typeof title === 'string' && title !== '' ? title : splitIntoWords(name),
    description: typeof description === 'string' ? description : '',
    input: chooseInput(schema),
    format: typeof format === 'string' ? format : undefined,
    isInteger: schema.type === 'integer',
    isRequired,
    options: listOptions(schema),
    maxLength: typeof maxLength === 'number' ? maxLength : undefined,
    minimum: typeof minimum === 'number' ? minimum : undefined,
    maximum: typeof maximum === 'number' ? maximum : undefined,
    initial: schema.default,
  }
}

function chooseInput(schema: Schema): FormField['input'] {
  const { type, format, items, maxLength } = schema
  if (listOptions(schema).length > 0) return type === 'array' ? 'choices' : 'choice'
  if (type === 'boolean') return 'yes-no'
  if (type === 'number' || type === 'integer') return 'number'
  if (type === 'string' || type === undefined) {
    if (items !== undefined || schema.properties !== undefined) return 'json'
    if (format === 'date') return 'date'
    if (format === 'date-time') return 'time'
    return typeof maxLength === 'number' && maxLength > 200 ? 'long-text' : 'text'
  }
  return 'json'
}

/** Only text options: numbers and other values have no plain form of their own. */
function listOptions(schema: Schema): FormField['options'] {
  const source = schema.type === 'array' && isObject(schema.items) ? schema.items : schema
  const { enum: values } = source
  if (!Array.isArray(values) || !values.every((value) => typeof value === 'string')) return []
  return values.map((value) => ({ value, label: value }))
}

/** The value that a person typed, as the schema wants it; undefined if they left it empty. */
export function fieldValue({ input, isInteger }: FormField, typed: string): unknown {
  if (typed === '') return undefined
  if (input === 'number') return typed.trim() === '' ? undefined : parseNumber(typed, isInteger)
  if (input === 'yes-no') return typed === 'true' || typed === 'on'
  if (input === 'time') return parseTime(typed)
  if (input !== 'json') return typed
  try {
    return JSON.parse(typed)
  } catch {
    return typed
  }
}

/** A number if it is one; otherwise the text, so that the server names the mistake. */
function parseNumber(typed: string, isInteger: boolean): unknown {
  const number = Number(typed.replace(',', '.'))
  return Number.isFinite(number) && (!isInteger || Number.isInteger(number)) ? number : typed
}

/** Pages without scripts send local times without a zone; those count as UTC. */
function parseTime(typed: string): string {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(typed)) return typed
  return `${typed.length === 16 ? `${typed}:00` : typed}Z`
}

function splitIntoWords(name: string): string {
  const words = name.replaceAll(/[_-]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function isObject(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
