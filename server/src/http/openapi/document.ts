import type { Operation } from '../operation.ts'
import { Components } from './components.ts'
import { sharedHeaders } from './headers.ts'
import { keySchemes } from './key-schemes.ts'
import { describeOperation } from './operation.ts'

const problemSchema = {
  type: 'object',
  description: 'An error, as defined by RFC 9457.',
  required: ['type', 'title', 'status', 'detail', 'instance', 'code', 'request_id'],
  properties: {
    type: { type: 'string', description: 'URL of a page that describes this error.' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string', description: 'What happened, and what to do next.' },
    instance: {
      type: 'string',
      description: 'Path of the request. Parameters are hidden, except for ids.',
    },
    code: { type: 'string', description: 'Stable, machine-readable error code.' },
    request_id: { type: 'string', description: 'Identifies the request in the server’s log.' },
    trace_id: {
      type: 'string',
      description: 'Identifies the trace of the request. Present if the server records traces.',
    },
    errors: {
      type: 'array',
      description: 'Validation errors, one per invalid field.',
      items: {
        type: 'object',
        required: ['path', 'message'],
        properties: { path: { type: 'string' }, message: { type: 'string' } },
      },
    },
    conflicts: {
      type: 'array',
      description:
        'Conflicts of a change that cannot be merged. Each has a JSON Pointer (`path`), the original value (`base`), the current value (`current`) and your value (`yours`). Missing values are omitted.',
      items: {
        type: 'object',
        required: ['path'],
        properties: { path: { type: 'string' }, base: {}, current: {}, yours: {} },
      },
    },
  },
}

/** Describes the requests that the service sends on its own. */
export type DescribeWebhooks = (components: Components) => Record<string, object>

export interface DescribedService {
  operations(): readonly Operation[]
  /** A description of each group of operations. */
  tags: Readonly<Record<string, string>>
}

/**
 * The OpenAPI 3.1 document for operations and webhooks. Aliases are named in the descriptions only:
 * generated clients would get each operation several times, under invented names.
 */
export function buildOpenApi(
  { operations, tags }: DescribedService,
  describeWebhooks: DescribeWebhooks,
  version: string,
) {
  const components = new Components()
  const paths: Record<string, Record<string, unknown>> = {}
  const all = operations()
  for (const operation of all) {
    paths[operation.path] ??= {}
    Object.assign(paths[operation.path] as object, {
      [operation.method.toLowerCase()]: describeOperation(operation, components),
    })
  }
  const webhooks = describeWebhooks(components)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Atelier',
      version,
      summary: 'One backend for AI agents and the people they work for.',
      description: introduction,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    // Not internal: the API is for everyone with a credential.
    servers: [{ url: '/', 'x-internal': false }],
    security: [{ apiKey: [] }, { accessToken: [] }],
    tags: [...new Set(all.map(({ tag }) => tag))].map((name) => ({
      name,
      description: tags[name],
    })),
    paths,
    webhooks,
    components: {
      headers: sharedHeaders,
      parameters: sortedByName(components.parameters),
      responses: sortedByName(components.responses),
      schemas: sortedByName({ Problem: components.sent(problemSchema), ...components.schemas }),
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
        ...Object.fromEntries(Object.values(keySchemes).map(({ name, scheme }) => [name, scheme])),
      },
    },
  }
}

const introduction = `Authenticate with \`Authorization: Api-Key <key>\` or \`Authorization: Bearer <token>\`.
The optional headers \`Organization\` and \`Space\` limit a request to a workspace or teamspace.
Everything created under a \`Space\` belongs to that teamspace and is visible to its members only;
everything else is visible under every \`Space\`.

Errors are \`application/problem+json\` with a stable \`code\`. Unknown body fields are ignored
and listed in \`Ignored-Fields\`; with \`Prefer: handling=strict\` they return 400. To retry a POST
or PATCH safely, send an \`Idempotency-Key\`: the request runs once, and retries get the same
response for 24 hours.

In a body, null for an optional field means absent, unless null clears a value. In a query, an empty
parameter means absent, a repeated one is a list, and a page size beyond the limit is the limit.`

function sortedByName<T>(parts: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(parts).sort(([a], [b]) => (a < b ? -1 : 1)))
}
