import openapiTS, { astToString } from 'openapi-typescript'
import {
  type Described,
  isPage,
  parametersIn,
  type Schema,
  successOf,
  takesBytes,
} from './document.ts'
import { recordNameOf, replyNameOf, upperFirst } from './names.ts'

/** The types of one operation, as TypeScript that refers to the named types. */
export interface OperationTypes {
  query?: { name: string; isRequired: boolean }
  body?: { name: string; isRequired: boolean }
  reply?: string
  /** Of a page: what is on it. */
  entry?: string
}

/**
 * Names every shape of the document once. The document writes each schema out where it is used;
 * what `getBoard` answers is called Board here, wherever the same shape stands.
 */
export class NamedTypes {
  readonly #schemas = new Map<string, Schema>()
  readonly #names = new Map<string, string>()

  constructor(operations: Described[]) {
    for (const verb of [/^get/, /^list/, /^(create|add)/]) {
      for (const operation of operations.filter(({ operationId }) => verb.test(operationId))) {
        const record = recordOf(operation)
        const name = recordNameOf(operation.operationId)
        // What a list shows may be less than the record; what a creation tells is its own matter.
        if (!record || (this.#schemas.has(name) && verb.test('create'))) continue
        this.#name(this.#schemas.has(name) ? `${name}Entry` : name, record)
      }
    }
  }

  of(operation: Described): OperationTypes {
    const { operationId, requestBody } = operation
    const types: OperationTypes = {}
    const queries = parametersIn('query', operation)
    if (queries.length > 0) {
      const schema: Schema = {
        type: 'object',
        required: queries.filter(({ required }) => required).map(({ name }) => name),
        properties: Object.fromEntries(
          queries.map(({ name, description, schema }) => [
            name,
            { ...schema, ...(description && { description }) },
          ]),
        ),
      }
      const isOnlyPage = Object.keys(schema.properties ?? {}).join() === 'page,page_size'
      const name = isOnlyPage ? 'PageQuery' : `${upperFirst(operationId)}Query`
      this.#schemas.set(name, schema)
      types.query = { name, isRequired: isNeeded(schema) }
    }
    if (requestBody && !takesBytes(operation)) {
      const schemas = Object.entries(requestBody.content)
      const names = schemas.map(([mediaType, { schema }]) => {
        const name = upperFirst(operationId) + kindOf(mediaType)
        this.#schemas.set(name, withoutDefaults(schema))
        return name
      })
      types.body = {
        name: names.join(' | '),
        // A change without anything to change would be a mistake.
        isRequired:
          operation.method !== 'POST' ||
          schemas.some(([, { schema }]) => isNeeded(withoutDefaults(schema))),
      }
    }
    const { mediaType, schema } = successOf(operation)
    if (!schema || mediaType !== 'application/json' || schema.type === 'string') return types
    if (isPage(schema)) {
      types.entry = this.#nameOrFallback(schema.properties?.results?.items as Schema, operationId)
      types.reply = `Page<${types.entry}>`
    } else {
      types.reply = this.#nameOrFallback(schema, operationId)
    }
    return types
  }

  get names(): string[] {
    return [...this.#schemas.keys()].sort()
  }

  /** TypeScript of all that was named. */
  async write(): Promise<string> {
    const schemas = Object.fromEntries(
      this.names.map((name) => [name, this.#withReferences(this.#schemas.get(name) as Schema)]),
    )
    const described = {
      openapi: '3.1.0' as const,
      info: { title: 'Atelier', version: '' },
      paths: {},
      components: { schemas },
    }
    const document = withoutSizes(described)
    // The document comes from our own server's types; its cast is the only one.
    const tree = await openapiTS(document as never, {
      defaultNonNullable: false,
      rootTypes: true,
      rootTypesNoSchemaPrefix: true,
      silent: true,
    })
    return tidied(astToString(tree))
  }

  #nameOrFallback(schema: Schema, operationId: string): string {
    return this.#names.get(keyOf(schema)) ?? this.#name(replyNameOf(operationId), schema)
  }

  /** The name of a shape: the one it has already, or the given one if that is free. */
  #name(wanted: string, schema: Schema): string {
    const known = this.#names.get(keyOf(schema))
    if (known) return known
    if (this.#schemas.has(wanted)) throw new Error(`Two types would be called ${wanted}`)
    this.#schemas.set(wanted, schema)
    this.#names.set(keyOf(schema), wanted)
    return wanted
  }

  /** A shape inside of another is referred to by its name as well. */
  #withReferences(schema: Schema): Schema {
    const inside = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(inside)
      if (value === null || typeof value !== 'object') return value
      const name = this.#names.get(keyOf(value as Schema))
      if (name) return { $ref: `#/components/schemas/${name}` }
      return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, inside(part)]))
    }
    return Object.fromEntries(
      Object.entries(schema).map(([key, part]) => [key, inside(part)]),
    ) as Schema
  }
}

/** How many bits a number has says nothing in TypeScript. */
function withoutSizes<T>(document: T): T {
  const isSize = (key: string, value: unknown) =>
    key === 'format' && (value === 'int32' || value === 'int64')
  return JSON.parse(JSON.stringify(document, (key, v) => (isSize(key, v) ? undefined : v)))
}

/** Without what only a whole document has, and what says no more than the type beside it. */
function tidied(text: string): string {
  return text
    .replaceAll(/^export type (paths|webhooks|\$defs|operations) = .*\n/gm, '')
    .replaceAll(/^ +\/\*\* @(enum|constant).*\*\/\n/gm, '')
    .replaceAll(/^ +\* @enum .*\n/gm, '')
    .replace('export interface components', 'interface components')
}

/** The record that an operation answers with, alone or on a page. */
function recordOf(operation: Described): Schema | undefined {
  const { mediaType, schema } = successOf(operation)
  if (!schema || mediaType !== 'application/json') return undefined
  const entries = schema.properties?.results?.items ?? schema.items
  const record = entries ?? (/^list/.test(operation.operationId) ? undefined : schema)
  return record?.type === 'object' && record.properties ? record : undefined
}

/** Whether an object has to be given. */
function isNeeded({ type, required = [] }: Schema): boolean {
  return type !== 'object' || required.length > 0
}

/** In what is sent, a field with a default may be left out. */
function withoutDefaults(schema: Schema): Schema {
  const { properties, required, items } = schema
  return {
    ...schema,
    ...(items && { items: withoutDefaults(items) }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, part]) => [name, withoutDefaults(part)]),
      ),
    }),
    ...(required && {
      required: required.filter((name) => !Object.hasOwn(properties?.[name] ?? {}, 'default')),
    }),
  }
}

function kindOf(mediaType: string): string {
  if (mediaType === 'application/json') return 'Body'
  return mediaType.includes('merge-patch') ? 'MergePatch' : 'JsonPatch'
}

/** Two shapes are one when they differ only in what is said about them. */
function keyOf(schema: Schema): string {
  return JSON.stringify(schema, (key, value) => (key === 'description' ? undefined : value))
}
