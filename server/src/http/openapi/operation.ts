import type { Operation } from '../operation.ts'
import type { Components } from './components.ts'
import { rateLimitHeaders } from './headers.ts'
import { keySchemes } from './key-schemes.ts'
import { describeExample, describeParameters } from './parameters.ts'
import { problemResponses } from './problem-responses.ts'

export function describeOperation(operation: Operation, components: Components) {
  const { description, summary, tag, permission, orPermission } = operation
  return {
    operationId: operation.id,
    summary,
    description: [description, describeAliases(operation), needs(operation)]
      .filter(Boolean)
      .join('\n\n'),
    tags: [tag],
    ...describeSecurity(operation),
    'x-permission': permission,
    ...(orPermission && { 'x-or-permission': orPermission }),
    // Generated clients leave these out.
    ...(operation.errorFormat && { 'x-drop-in': true }),
    parameters: describeParameters(operation, components),
    ...(operation.result && { 'x-task-result': components.sent(operation.result) }),
    ...describeRequestBody(operation, components),
    responses: describeResponses(operation, components),
  }
}

function describeAliases({ aliases = [] }: Operation): string | undefined {
  if (aliases.length === 0) return undefined
  return `Also available at ${aliases.map((path) => `\`${path}\``).join(' and ')}.`
}

function needs({ permission, orPermission }: Operation): string {
  if (permission === 'public') return 'Needs no credential.'
  if (permission === 'any credential') return 'Needs any valid credential.'
  if (permission === 'signed-in person') {
    return 'Needs a signed-in person. API keys and programs get 403.'
  }
  const or = orPermission ? ` or \`${orPermission}\`` : ''
  return `Needs the permission \`${permission}\`${or}.`
}

/** Without this, the document's default applies. */
function describeSecurity({ permission, keyPlaces = [] }: Operation) {
  if (permission === 'public') return { security: [] }
  if (keyPlaces.length === 0) return {}
  const schemes = keyPlaces.map((place) => ({ [keySchemes[place].name]: [] }))
  return { security: [...schemes, { apiKey: [] }] }
}

function describeRequestBody(operation: Operation, components: Components) {
  const { id, body, takes = {}, example } = operation
  if (!body && Object.keys(takes).length === 0) return {}
  const content: Record<string, object> = {}
  if (body) {
    const schema = components.body(`${upperFirst(id)}Body`, body)
    content['application/json'] = { schema, ...describeExample(example?.body) }
  }
  for (const [type, other] of Object.entries(takes)) {
    const suffix = formSuffixes[type]
    const schema = suffix
      ? components.body(`${upperFirst(id)}${suffix}`, other.schema)
      : components.received(other.schema)
    content[type] = { ...other, schema }
  }
  return { requestBody: { required: true, content } }
}

/** Forms have names, because generators call a schema without one InlineObject1. */
const formSuffixes: Record<string, string> = {
  'multipart/form-data': 'Form',
  'application/x-www-form-urlencoded': 'FormFields',
  'application/json': 'Body',
}

function describeResponses(operation: Operation, components: Components) {
  const isConditional = operation.etag && operation.method === 'GET'
  return {
    [operation.status]: describeSuccess(operation, components),
    ...(operation.isPending && {
      202: {
        ...describeSuccess(operation, components),
        description: 'Accepted; not finished yet.',
      },
    }),
    ...(isConditional && {
      304: components.response('NotModified', {
        description: 'The record has not changed since the version in `If-None-Match`.',
        ...rateLimitHeaders(operation, 304),
      }),
    }),
    ...problemResponses(operation, components),
  }
}

function describeSuccess(operation: Operation, components: Components) {
  const { id, status, socket, events, handle, example, reply } = operation
  if (socket) return { description: 'The connection switches to WebSocket.' }
  const types = operation.replyTypes ?? [events && !handle ? eventStream : 'application/json']
  const schema = components.sent(reply)
  const isJson = types.includes('application/json') && status !== 204
  if (isJson && !('$ref' in schema))
    throw new Error(`The response of ${id} needs a name: use named(…)`)
  // The example is of the first type.
  const content = types.map((type, index) => [
    type,
    { schema, ...(index === 0 && describeExample(example?.reply)) },
  ])
  if (events && handle) content.push([eventStream, { schema: { type: 'string' } }])
  return {
    description: 'Success.',
    ...rateLimitHeaders(operation, status),
    ...(status !== 204 && { content: Object.fromEntries(content) }),
  }
}

const eventStream = 'text/event-stream'

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
