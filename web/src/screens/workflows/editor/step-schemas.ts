import type { WorkflowOperationList, WorkflowSchema } from '@atelier/sdk'

/** A JSON Schema, as far as completion reads it. */
export interface Schema {
  type?: string | string[]
  description?: string
  const?: unknown
  enum?: unknown[]
  default?: unknown
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  additionalProperties?: Schema | boolean
  patternProperties?: Record<string, Schema>
  /** Values with an explanation. */
  choices?: { value: string; about: string }[]
}

export interface Vocabulary {
  schema: WorkflowSchema
  operations: WorkflowOperationList['results']
  events: { type: string; description: string }[]
}

/** The schema at a place of a definition, and what the place is: a list of steps, a step … */
export interface SchemaPosition {
  schema: Schema | undefined
  role?: 'steps' | 'branches' | 'cases' | 'holder'
}

export function findSchema(
  words: Vocabulary,
  document: unknown,
  path: (string | number)[],
): SchemaPosition {
  const root = { schema: words.schema.document as Schema, role: 'holder' } as const
  let here: SchemaPosition = root
  let value = document
  for (const key of path) {
    value = (value as Record<string, unknown> | undefined)?.[key]
    here = inside(words, here, key, value)
  }
  return here
}

function inside(
  words: Vocabulary,
  here: SchemaPosition,
  key: string | number,
  value: unknown,
): SchemaPosition {
  const { role } = here
  const schema = findProperty(here.schema, key)
  if (role === 'branches') return { schema, role: 'steps' }
  if (role === 'cases') return { schema, role: 'holder' }
  if (role === 'steps') return { schema: schemaOfStep(words, value), role: 'holder' }
  if (role === 'holder') {
    if (key === 'steps' || key === 'else') return { schema, role: 'steps' }
    if (key === 'branches' || key === 'cases') return { schema, role: key }
    if (key === 'inputs') return { schema: inputsSchema }
  }
  return { schema }
}

function findProperty(schema: Schema | undefined, key: string | number): Schema | undefined {
  if (!schema) return undefined
  if (typeof key === 'number') return schema.items ?? findFirst(schema, (one) => one.items)
  const own = schema.properties?.[key]
  if (own) return own
  const { additionalProperties: others, patternProperties = {} } = schema
  if (typeof others === 'object') return others
  return Object.values(patternProperties)[0] ?? findFirst(schema, (one) => findProperty(one, key))
}

function findFirst(schema: Schema, read: (one: Schema) => Schema | undefined): Schema | undefined {
  return schema.anyOf?.map(read).find((one) => one !== undefined)
}

/** The schema of a step by its type, and of a `call` by its operation. */
export function schemaOfStep(words: Vocabulary, step: unknown): Schema {
  const { type, operation } = (step ?? {}) as { type?: unknown; operation?: unknown }
  const known = words.schema.steps[String(type)] as Schema | undefined
  const types = Object.entries(words.schema.steps as Record<string, Schema>).map(
    ([value, { description = '' }]) => ({ value, about: description }),
  )
  const properties: Record<string, Schema> = {
    ...(known ?? (words.schema.steps.set as Schema | undefined))?.properties,
    type: { type: 'string', choices: types },
  }
  if (!known) {
    const { id = {}, type: kind = {}, title = {} } = properties
    return { type: 'object', required: ['id', 'type'], properties: { id, type: kind, title } }
  }
  if (properties.event) properties.event = withEvents(properties.event, words)
  if (type === 'call') Object.assign(properties, ofOperation(words, properties, operation))
  return { ...known, properties }
}

function withEvents(schema: Schema, { events }: Vocabulary): Schema {
  const choices = events.map(({ type, description }) => ({ value: type, about: description }))
  return { ...schema, choices }
}

function ofOperation(
  { operations }: Vocabulary,
  properties: Record<string, Schema>,
  name: unknown,
): Record<string, Schema> {
  const choices = operations.map(({ operation, summary }) => ({ value: operation, about: summary }))
  const chosen = operations.find(({ operation }) => operation === name)
  const parts = (['params', 'query', 'body'] as const).flatMap((part) => {
    const schema = chosen?.[part] as Schema | null | undefined
    return schema ? [[part, { ...properties[part], ...schema }] as const] : []
  })
  return { operation: { ...properties.operation, choices }, ...Object.fromEntries(parts) }
}

const types = ['string', 'integer', 'number', 'boolean', 'array', 'object']
const formats = [
  { value: 'asset-id', about: 'An asset; the form shows a picker.' },
  { value: 'asset-source', about: 'An asset or a URL; the form shows a picker.' },
  { value: 'user-id', about: 'A member; the form shows a picker.' },
  { value: 'board-id', about: 'A board; the form shows a picker.' },
  { value: 'social-account-id', about: 'A social account; the form shows a picker.' },
  { value: 'date', about: 'A day.' },
  { value: 'date-time', about: 'A day and time.' },
  { value: 'email', about: 'An email address.' },
  { value: 'uri', about: 'A URL.' },
]

/** The part of JSON Schema that the forms of workflows understand. */
const fieldSchema: Schema = {
  type: 'object',
  properties: {
    type: { type: 'string', enum: types },
    title: { type: 'string', description: 'The label in the form.' },
    description: { type: 'string', description: 'The hint in the form.' },
    format: { type: 'string', choices: formats },
    enum: { type: 'array', description: 'The allowed values.' },
    default: { description: 'The initial value in the form.' },
    minLength: { type: 'integer' },
    maxLength: { type: 'integer' },
    minimum: { type: 'number' },
    maximum: { type: 'number' },
    required: { type: 'array', description: 'The names of required properties.' },
  },
}
Object.assign(fieldSchema.properties ?? {}, {
  items: fieldSchema,
  properties: { type: 'object', additionalProperties: fieldSchema },
})

const inputsSchema: Schema = { ...fieldSchema, required: ['type', 'properties'] }
