import openapiTS, { astToString } from 'openapi-typescript'
import {
  type ApiDocument,
  type Described,
  filterParameters,
  findSuccess,
  isPage,
  readRefName,
  type Schema,
  takesBytes,
} from './document.ts'
import { eventSchemas } from './events.ts'
import { upperFirst } from './names.ts'

/** The types of one operation, as TypeScript source that refers to the named types. */
export interface OperationTypes {
  query?: { name: string; isRequired: boolean }
  body?: { name: string; isRequired: boolean }
  reply?: string
  /** For a page: the type of its entries. */
  entry?: string
}

/** The named schemas of the document, plus one for the query of each operation. */
export class NamedTypes {
  readonly #document: ApiDocument
  readonly #schemas = new Map<string, Schema>()

  constructor(document: ApiDocument) {
    this.#document = document
    for (const [name, schema] of Object.entries(document.components.schemas)) {
      // The client has one type for all pages and its own type for problems.
      if (!isPage(schema) && name !== 'Problem') this.#schemas.set(name, schema)
    }
    const events = eventSchemas(document)
    this.#schemas.set('EventData', {
      type: 'object',
      description: 'The `data` of each type of event.',
      required: Object.keys(events),
      properties: events,
    })
    this.#schemas.set('AnyEvent', document.components.schemas.AtelierEvent as Schema)
  }

  of(operation: Described): OperationTypes {
    return { ...this.#queryOf(operation), ...this.#bodyOf(operation), ...this.#replyOf(operation) }
  }

  get names(): string[] {
    return [...this.#schemas.keys()].sort()
  }

  /** Every named schema. */
  get schemas(): Record<string, Schema> {
    return Object.fromEntries(this.names.map((name) => [name, this.#schemas.get(name) as Schema]))
  }

  /** TypeScript source of all named types. */
  async write(): Promise<string> {
    const described = {
      openapi: '3.1.0' as const,
      info: { title: 'Atelier', version: '' },
      paths: {},
      components: {
        schemas: this.schemas,
      },
    }
    const document = withoutSizes(described)
    // The document comes from our own server's types; this is the only cast.
    const tree = await openapiTS(document as never, {
      defaultNonNullable: false,
      rootTypes: true,
      rootTypesNoSchemaPrefix: true,
      silent: true,
    })
    return withEventUnion(tidied(astToString(tree)))
  }

  #queryOf(operation: Described): Pick<OperationTypes, 'query'> {
    const queries = filterParameters('query', operation)
    if (queries.length === 0) return {}
    const required = queries.filter(({ required }) => required).map(({ name }) => name)
    const properties = Object.fromEntries(
      queries.map(({ name, description, schema }) => [
        name,
        { ...schema, ...(description && { description }) },
      ]),
    )
    const isOnlyPage = Object.keys(properties).join() === 'page,page_size'
    const name = isOnlyPage ? 'PageQuery' : `${upperFirst(operation.operationId)}Query`
    this.#schemas.set(name, { type: 'object', required, properties })
    return { query: { name, isRequired: required.length > 0 } }
  }

  #bodyOf(operation: Described): Pick<OperationTypes, 'body'> {
    const { requestBody, method } = operation
    if (!requestBody || takesBytes(operation)) return {}
    const names = Object.values(requestBody.content).map(({ schema }) => readRefName(schema))
    // An update that changes nothing would be a mistake.
    const isRequired = method !== 'POST' || names.some((name) => this.#needsSomething(name))
    return { body: { name: names.join(' | '), isRequired } }
  }

  #needsSomething(name: string): boolean {
    const { type, required = [] } = this.#document.components.schemas[name] as Schema
    return type !== 'object' || required.length > 0
  }

  #replyOf(operation: Described): Pick<OperationTypes, 'reply' | 'entry'> {
    const { mediaType, schema } = findSuccess(operation)
    if (!schema || mediaType !== 'application/json') return {}
    const name = readRefName(schema)
    const reply = this.#document.components.schemas[name] as Schema
    const result = operation['x-task-result']
    if (result) return { reply: `Submitted<${readRefName(result)}>` }
    if (!isPage(reply)) return { reply: name }
    const entry = readRefName(reply.properties?.results?.items as Schema)
    return { reply: `Page<${entry}>`, entry }
  }
}

/** The size of an integer means nothing in TypeScript. */
function withoutSizes<T>(document: T): T {
  const isSize = (key: string, value: unknown) =>
    key === 'format' && (value === 'int32' || value === 'int64')
  return JSON.parse(JSON.stringify(document, (key, v) => (isSize(key, v) ? undefined : v)))
}

/** Removes parts that only a whole document needs, and comments that repeat the type. */
function tidied(text: string): string {
  return text
    .replaceAll(/^export type (paths|webhooks|\$defs|operations) = .*\n/gm, '')
    .replaceAll(/^ +\/\*\* @(enum|constant).*\*\/\n/gm, '')
    .replaceAll(/^ +\* @enum .*\n/gm, '')
    .replace('export interface components', 'interface components')
}

/** An event is the union of events.ts wherever the document mentions one. */
function withEventUnion(text: string): string {
  const generic = /^( +)AtelierEvent: \{\n.*?^\1\};\n/ms
  if (!generic.test(text)) throw new Error('The document has no AtelierEvent')
  const union = text.replace(generic, '$1AtelierEvent: EventUnion;\n')
  return `import type { EventUnion } from './events.ts'\n\n${union}`
}
