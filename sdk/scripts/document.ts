import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface Schema {
  type?: string | string[]
  required?: string[]
  properties?: Record<string, Schema>
  items?: Schema
  default?: unknown
  maximum?: number
  description?: string
  $ref?: string
  enum?: (string | number | boolean)[]
  'x-enum-varnames'?: string[]
}

interface Content {
  schema: Schema
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema: Schema
}

export interface DocumentedOperation {
  operationId: string
  summary: string
  tags: [string]
  security?: []
  'x-drop-in'?: true
  /** The result of the task that the operation starts. */
  'x-task-result'?: Schema
  parameters: Parameter[]
  requestBody?: { content: Record<string, Content> }
  responses: Record<string, { description: string; content?: Record<string, Content> }>
}

export interface Described extends DocumentedOperation {
  method: string
  path: string
}

export interface ApiDocument {
  paths: Record<string, Record<string, DocumentedOperation>>
  webhooks: Record<string, { post: { requestBody: { content: Record<string, Content> } } }>
  components: {
    schemas: Record<string, Schema>
    parameters: Record<string, Parameter>
    responses: Record<string, DocumentedOperation['responses'][string]>
  }
}

const file = join(import.meta.dirname, '../../docs/openapi.json')

export async function readDocument(): Promise<ApiDocument> {
  return JSON.parse(await readFile(file, 'utf8'))
}

/**
 * The operations of the document. Those for programs of other services are left out: such a program
 * has its own client.
 */
export function listOperations(document: ApiDocument): Described[] {
  const { parameters, responses } = document.components
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => !operation['x-drop-in'])
      .map(([method, operation]) => ({
        ...operation,
        method: method.toUpperCase(),
        path,
        parameters: operation.parameters.map((one) => found(one, parameters)),
        responses: Object.fromEntries(
          Object.entries(operation.responses).map(([status, one]) => [
            status,
            found(one, responses),
          ]),
        ),
      })),
  )
}

/** Resolves a reference to a shared part, or returns the part itself. */
function found<T extends object>(part: T, shared: Record<string, T>): T {
  return '$ref' in part ? (shared[readRefName(part as Schema)] as T) : part
}

/** The name of a schema that the document defines once. */
export function readRefName({ $ref }: { $ref?: string }): string {
  const name = $ref?.split('/').at(-1)
  if (!name) throw new Error('A schema that clients use has no name: add one with named(…)')
  return name
}

/** The success response: its status and, if it has a body, media type and schema. */
export function findSuccess({ responses }: DocumentedOperation) {
  const [status, response] = Object.entries(responses).find(([code]) => Number(code) < 300) as [
    string,
    { content?: Record<string, Content> },
  ]
  const [mediaType, content] = Object.entries(response.content ?? {})[0] ?? []
  return { status, mediaType, schema: content?.schema }
}

/** A body that isn't JSON is passed unchanged. */
export function takesBytes({ requestBody }: DocumentedOperation): boolean {
  const types = Object.keys(requestBody?.content ?? {})
  return types.length > 0 && !types.some((type) => type.includes('json'))
}

/** The problem codes that the descriptions of the error responses list. */
export function problemCodes(operations: Described[]): string[] {
  const codes = operations
    .flatMap(({ responses }) => Object.values(responses))
    .flatMap(({ description }) => [...description.matchAll(/^- `(\w+)`: /gm)])
    .map(([, code]) => code as string)
  return [...new Set(codes)].sort()
}

export function filterParameters(where: Parameter['in'], { parameters }: DocumentedOperation) {
  return parameters.filter((parameter) => parameter.in === where)
}

/** `{count, next, previous, results}` */
export function isPage({ properties = {} }: Schema): boolean {
  return ['count', 'next', 'previous', 'results'].every((name) => Object.hasOwn(properties, name))
}
