import type { Operation } from './operation.ts'
import { type ProblemCode, problems } from './problems.ts'

/** Problems that any operation can answer with, by what it asks for. */
function problemsOf(operation: Operation): ProblemCode[] {
  const codes: ProblemCode[] = [
    ...(operation.problems ?? []),
    'internal_error',
    'database_unavailable',
  ]
  if (operation.permission !== 'public') {
    codes.push('unauthorized', 'malformed_header', 'workspace_forbidden', 'workspace_inactive')
    codes.push('space_forbidden', 'permission_denied', 'rate_limited')
  }
  if (operation.body) {
    codes.push('validation_failed', 'malformed_json', 'body_too_large', 'unsupported_media_type')
  }
  if (operation.query) codes.push('validation_failed')
  if (operation.notFound) codes.push(operation.notFound)
  if (takesIdempotencyKey(operation)) codes.push('idempotency_key_in_use', 'idempotency_key_reused')
  return [...new Set(codes)]
}

export function statusesOf(operation: Operation): number[] {
  return [operation.status, ...problemsOf(operation).map((code) => problems[code].status)]
}

export function takesIdempotencyKey({ method, permission }: Operation): boolean {
  return (method === 'POST' || method === 'PATCH') && permission !== 'public'
}

const problemSchema = {
  type: 'object',
  description: 'What went wrong, in the form of RFC 9457.',
  required: ['type', 'title', 'status', 'detail', 'instance', 'code', 'request_id'],
  properties: {
    type: { type: 'string', description: 'Address of a page about this kind of problem.' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string', description: 'What happened, and what to do next.' },
    instance: { type: 'string', description: 'The path that was asked for.' },
    code: { type: 'string', description: 'For programs; never changes.' },
    request_id: { type: 'string', description: 'Finds the request in the server’s log.' },
    errors: {
      type: 'array',
      description: 'For a request that is not valid: each field and what is wrong with it.',
      items: {
        type: 'object',
        required: ['path', 'message'],
        properties: { path: { type: 'string' }, message: { type: 'string' } },
      },
    },
    conflicts: {
      type: 'array',
      description:
        'For a change that cannot be merged: each place as a JSON Pointer, and what it was, is, and was to be; absent where there was nothing.',
      items: {
        type: 'object',
        required: ['path'],
        properties: { path: { type: 'string' }, base: {}, current: {}, yours: {} },
      },
    },
  },
}

/** What the service sends of its own accord, and the schemas that this refers to. */
export interface DescribedWebhooks {
  webhooks: Record<string, object>
  schemas: Record<string, object>
}

/** The OpenAPI 3.1 document of a list of operations and of what is sent to webhooks. */
export function openApiOf(
  operations: Operation[],
  { webhooks, schemas }: DescribedWebhooks,
  version: string,
) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const operation of operations) {
    for (const path of [operation.path, ...(operation.aliases ?? [])]) {
      paths[path] ??= {}
      paths[path][operation.method.toLowerCase()] = describe(operation, path)
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Atelier',
      version,
      summary: 'One backend for AI agents and the people they work for.',
      description: introduction,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    security: [{ apiKey: [] }, { accessToken: [] }],
    tags: [...new Set(operations.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    webhooks,
    components: {
      schemas: { Problem: problemSchema, ...schemas },
      securitySchemes: {
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: '`Api-Key <key>`',
        },
        accessToken: {
          type: 'http',
          scheme: 'bearer',
          description: 'From `POST /api/v1/auth/login`.',
        },
      },
    },
  }
}

const introduction = `Every operation takes \`Authorization: Api-Key <key>\` or \`Authorization: Bearer <token>\`.
The optional headers \`Organization\` (a workspace) and \`Space\` (a teamspace) narrow a request.

Failures are \`application/problem+json\` with a stable \`code\`. Unknown fields of a body are ignored
and named in \`Ignored-Fields\`; with \`Prefer: handling=strict\` they are a 400. A POST or PATCH with
an \`Idempotency-Key\` happens once, and its first answer is repeated for 24 hours.`

function describe(operation: Operation, path: string) {
  const alias = path === operation.path ? '' : `_alias_${operation.aliases?.indexOf(path)}`
  const { params, query, body, description, summary, tag, permission } = operation
  const needs =
    permission === 'public'
      ? 'Needs no credential.'
      : permission === 'any credential'
        ? 'Needs any valid credential.'
        : `Needs the permission \`${permission}\`.`
  return {
    operationId: operation.id + alias,
    summary,
    description: [description, needs].filter(Boolean).join('\n\n'),
    tags: [tag],
    ...(permission === 'public' && { security: [] }),
    'x-permission': permission,
    parameters: [
      ...parametersOf('path', params, operation.example?.params),
      ...parametersOf('query', query, operation.example?.query),
      ...(permission === 'public' ? [] : scopeHeaders),
      ...(takesIdempotencyKey(operation) ? [idempotencyHeader] : []),
    ],
    ...(body && {
      requestBody: {
        required: true,
        content: {
          'application/json': { schema: body, ...exampleOf(operation.example?.body) },
          ...operation.otherBodies,
        },
      },
    }),
    responses: responsesOf(operation),
  }
}

function header(name: string, description: string, maxLength: number) {
  return { name, in: 'header', description, required: false, schema: { type: 'string', maxLength } }
}

const scopeHeaders = [
  header('Organization', 'Id or slug of the workspace; the credential must reach it.', 64),
  header('Space', 'Id of a teamspace to narrow the request to.', 10),
]

const idempotencyHeader = header('Idempotency-Key', 'Makes the request happen once.', 255)

interface ObjectSchema {
  properties?: Record<string, { description?: string }>
  required?: string[]
}

function parametersOf(where: 'path' | 'query', schema?: ObjectSchema, example?: object) {
  return Object.entries(schema?.properties ?? {}).map(([name, { description, ...rest }]) => ({
    name,
    in: where,
    required: where === 'path' || isRequired(schema, name),
    ...(description && { description }),
    schema: rest,
    ...exampleOf((example as Record<string, unknown> | undefined)?.[name]),
  }))
}

/** What has a default need not be given. */
function isRequired(schema: ObjectSchema | undefined, name: string): boolean {
  const isNamed = schema?.required?.includes(name) ?? false
  return isNamed && !Object.hasOwn(schema?.properties?.[name] ?? {}, 'default')
}

function exampleOf(example: unknown) {
  return example === undefined ? {} : { example }
}

function responsesOf(operation: Operation) {
  const success: Record<string, unknown> = { description: 'It worked.' }
  if (operation.socket) {
    success.description = 'The connection is a WebSocket from here on.'
  } else if (operation.exchange && operation.permission === 'public') {
    if (operation.status !== 204) success.content = { '*/*': { schema: operation.reply } }
  } else if (operation.events && !operation.handle) {
    success.content = { 'text/event-stream': { schema: operation.reply } }
  } else if (operation.status !== 204) {
    success.content = {
      'application/json': { schema: operation.reply, ...exampleOf(operation.example?.reply) },
      ...(operation.events && { 'text/event-stream': { schema: { type: 'string' } } }),
    }
  }
  const responses: Record<string, unknown> = { [operation.status]: success }
  if (operation.etag && operation.method === 'GET') {
    responses[304] = { description: 'The record is still the one named in `If-None-Match`.' }
  }
  const byStatus = Map.groupBy(problemsOf(operation), (code) => problems[code].status)
  for (const [status, codes] of [...byStatus].sort(([a], [b]) => a - b)) {
    const list = codes.map((code) => `- \`${code}\`: ${problems[code].title}`)
    responses[status] = {
      description: list.join('\n'),
      content: {
        'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
      },
    }
  }
  return responses
}
