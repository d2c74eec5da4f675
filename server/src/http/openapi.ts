import { spellOut } from './openapi-schemas.ts'
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
  if (takesIdempotencyKey(operation)) {
    codes.push('idempotency_key_in_use', 'idempotency_key_reused')
    if (operation.callsOutside) codes.push('idempotency_outcome_unknown')
  }
  return [...new Set(codes)]
}

export function statusesOf(operation: Operation): number[] {
  return [operation.status, ...problemsOf(operation).map((code) => problems[code].status)]
}

export function takesIdempotencyKey({ method, permission }: Operation): boolean {
  return (method === 'POST' || method === 'PATCH') && permission !== 'public'
}

const headers = {
  RateLimit: {
    description:
      'What is left of the allowance: `r` requests, for `t` seconds. `RateLimit-Policy` comes with it. Absent where there is no limit.',
    schema: { type: 'string', example: '"default";r=599;t=60' },
  },
  'RateLimit-Policy': {
    description: 'The allowance: `q` requests in `w` seconds.',
    schema: { type: 'string', example: '"default";q=600;w=60' },
  },
  'Retry-After': {
    description: 'Seconds until the next request has a chance.',
    schema: { type: 'integer', minimum: 0 },
  },
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
    instance: {
      type: 'string',
      description: 'The path of the request. Of its parameters only ids are shown.',
    },
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

export interface DescribedService {
  operations(): readonly Operation[]
  /** What each group of operations is about. */
  tags: Readonly<Record<string, string>>
}

/** The OpenAPI 3.1 document of a list of operations and of what is sent to webhooks. */
export function openApiOf(
  { operations, tags }: DescribedService,
  { webhooks, schemas }: DescribedWebhooks,
  version: string,
) {
  const paths: Record<string, Record<string, unknown>> = {}
  const all = operations()
  for (const operation of all) {
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
    // Not internal: it is meant for whoever has a credential.
    servers: [{ url: '/', 'x-internal': false }],
    security: [{ apiKey: [] }, { accessToken: [] }],
    tags: [...new Set(all.map(({ tag }) => tag))].map((name) => ({
      name,
      description: tags[name],
    })),
    paths,
    webhooks,
    components: {
      headers: mapValues(headers, (one) => ({ ...one, schema: spellOut(one.schema) })),
      schemas: mapValues({ Problem: problemSchema, ...schemas }, spellOut),
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

function alsoAt({ aliases = [] }: Operation): string | undefined {
  if (aliases.length === 0) return undefined
  return `The same is at ${aliases.map((path) => `\`${path}\``).join(' and ')}.`
}

function describe(operation: Operation, path: string) {
  const alias = path === operation.path ? '' : `_alias_${operation.aliases?.indexOf(path)}`
  const { params, query, body, description, summary, tag, permission } = operation
  const needs =
    permission === 'public'
      ? 'Needs no credential.'
      : permission === 'signed-in person'
        ? 'Only for a signed-in person; API keys and programs get 403.'
        : permission === 'any credential'
          ? 'Needs any valid credential.'
          : `Needs the permission \`${permission}\`.`
  return {
    operationId: operation.id + alias,
    summary,
    description: [description, alsoAt(operation), needs].filter(Boolean).join('\n\n'),
    tags: [tag],
    // The reference shows an operation once, at its own address.
    ...(alias && { 'x-scalar-ignore': true }),
    ...(permission === 'public' && { security: [] }),
    'x-permission': permission,
    parameters: [
      ...parametersOf('path', path, params, operation.example?.params),
      ...parametersOf('query', path, query, operation.example?.query),
      ...(permission === 'public' ? [] : scopeHeaders),
      ...(takesIdempotencyKey(operation) ? [idempotencyHeader] : []),
    ],
    ...((body || operation.takes) && {
      requestBody: {
        required: true,
        content: {
          ...(body && {
            'application/json': { schema: spellOut(body), ...exampleOf(operation.example?.body) },
          }),
          ...mapValues({ ...operation.otherBodies, ...operation.takes }, (one) => ({
            ...one,
            schema: spellOut(one.schema),
          })),
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

function parametersOf(
  where: 'path' | 'query',
  address: string,
  schema?: ObjectSchema,
  example?: object,
) {
  return Object.entries(schema?.properties ?? {}).map(([name, { description, ...rest }]) => ({
    name,
    in: where,
    required: where === 'path' || isRequired(schema, name),
    description: describeParameter(where, address, name, description),
    schema: spellOut(rest),
    ...exampleOf((example as Record<string, unknown> | undefined)?.[name]),
  }))
}

/** What an id is of is said by its name, or by what stands before it: `/api-keys/{id}`. */
function describeParameter(
  where: 'path' | 'query',
  address: string,
  name: string,
  description?: string,
): string | undefined {
  if (description || where === 'query' || !/^(id|\w+_id)$/.test(name)) return description
  const before =
    address
      .slice(0, address.indexOf(`{${name}}`))
      .split('/')
      .at(-2) ?? ''
  const noun = name === 'id' ? before.replace(/s$/, '') : name.slice(0, -'_id'.length)
  return `Id of the ${noun.replaceAll(/[-_]/g, ' ').replace('api', 'API')}.`
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
  const responses: Record<string, unknown> = { [operation.status]: successOf(operation) }
  if (operation.etag && operation.method === 'GET') {
    responses[304] = {
      description: 'The record is still the one named in `If-None-Match`.',
      ...withHeaders(operation, 304),
    }
  }
  const byStatus = Map.groupBy(problemsOf(operation), (code) => problems[code].status)
  for (const [status, codes] of [...byStatus].sort(([a], [b]) => a - b)) {
    const list = codes.map((code) => `- \`${code}\`: ${problems[code].title}`)
    responses[status] = {
      description: list.join('\n'),
      ...withHeaders(operation, status),
      content: {
        'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
      },
    }
  }
  return responses
}

function successOf(operation: Operation) {
  const { status, socket, events, handle, example } = operation
  if (socket) return { description: 'The connection is a WebSocket from here on.' }
  const schema = spellOut(operation.reply)
  const types = operation.replyTypes ?? [events && !handle ? eventStream : 'application/json']
  // The example is one of the first type.
  const content = types.map((type, index) => [
    type,
    { schema, ...(index === 0 && exampleOf(example?.reply)) },
  ])
  if (events && handle) content.push([eventStream, { schema: { type: 'string' } }])
  return {
    description: 'It worked.',
    ...withHeaders(operation, status),
    ...(status !== 204 && { content: Object.fromEntries(content) }),
  }
}

const eventStream = 'text/event-stream'

/** Requests are counted for a credential; so there is nothing to say before there is one. */
function withHeaders({ permission }: Operation, status: number) {
  const isCounted = permission !== 'public' && status !== 401
  const names = [
    ...(isCounted || status === 429 ? ['RateLimit'] : []),
    ...(status === 429 ? ['RateLimit-Policy', 'Retry-After'] : []),
  ]
  if (names.length === 0) return {}
  const entries = names.map((name) => [name, { $ref: `#/components/headers/${name}` }])
  return { headers: Object.fromEntries(entries) }
}

function mapValues<T, R>(object: Record<string, T>, change: (value: T) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]))
}
