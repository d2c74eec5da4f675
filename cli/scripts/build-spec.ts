import {
  type Described,
  filterParameters,
  findSuccess,
  isPage,
  type Parameter,
  type Schema,
  takesBytes,
} from '../../sdk/scripts/document.ts'
import type { Field, OperationSpec, Param } from '../src/operations/spec.ts'
import { buildExample } from './build-example.ts'
import { describeShape, type FullSchema } from './describe-shape.ts'

/** File operations take local files and URLs instead of the document's path parameters. */
const inPlaceOfPath: Record<string, Param[]> = {
  uploadAsset: [{ name: 'file', says: 'The file, or - for standard input.' }],
  downloadFile: [
    { name: 'link', says: 'A file link from the server, such as the file_url of an asset.' },
  ],
  uploadFile: [
    { name: 'link', says: 'The upload URL that sign-upload returned.' },
    { name: 'file', says: 'The file, or - for standard input.' },
  ],
}

/** The client opens the socket itself, with a ticket if it needs one. */
const leftOut: Record<string, string[]> = { openSocket: ['ticket'] }

export function buildSpec(method: string, operation: Described, all: Described[]): OperationSpec {
  const { operationId: id, summary, security } = operation
  const params = inPlaceOfPath[id] ?? filterParameters('path', operation).map(describeParam)
  const fields = listFields(operation)
  const {
    description,
    'x-permission': permission,
    'x-or-permission': orPermission,
  } = operation as unknown as {
    description: string
    'x-permission': string
    'x-or-permission'?: string
  }
  // The last paragraph repeats x-permission in words.
  const says = description.split('\n\n').slice(0, -1).join('\n\n')
  const headers = filterParameters('header', operation).map(({ name }) => name)
  const takes = describeInput(operation)
  const { schema } = findSuccess(operation)
  return {
    id,
    method,
    summary,
    ...(says && { says }),
    permission,
    ...(orPermission && { orPermission }),
    params,
    fields,
    ...(takes && { takes }),
    gives: describeOutput(operation),
    ...(isFollowable(operation) && { isFollowable: true }),
    ...(schema && isPage(schema) && { isPaged: true }),
    ...(security && { isPublic: true }),
    ...(headers.includes('Idempotency-Key') && takes !== 'file' && { isKeyed: true }),
    ...(hasVersions(operation, all) && { takesIfMatch: true }),
    example: buildExample(operation, params, fields),
  }
}

function describeInput(operation: Described): OperationSpec['takes'] {
  const { operationId, requestBody } = operation
  if (operationId === 'uploadAsset' || operationId === 'uploadFile') return 'file'
  if (takesBytes(operation)) return 'raw'
  if (requestBody) return 'body'
  return filterParameters('query', operation).length > 0 ? 'query' : undefined
}

function describeOutput(operation: Described): OperationSpec['gives'] {
  const { status, mediaType, schema } = findSuccess(operation)
  if (operation.operationId === 'openSocket' || mediaType === 'text/event-stream') return 'stream'
  if (status === '204' || !mediaType) return 'nothing'
  return mediaType === 'application/json' && schema?.type !== 'string' ? 'json' : 'file'
}

function isFollowable({ responses }: Described): boolean {
  return Object.values(responses).some(
    ({ content = {} }) => 'text/event-stream' in content && 'application/json' in content,
  )
}

/** A resource that is read with an ETag can be updated with If-Match. */
function hasVersions({ method, path }: Described, all: Described[]): boolean {
  if (method !== 'PATCH') return false
  return all.some((one) => one.method === 'GET' && one.path === path && '304' in one.responses)
}

function listFields(operation: Described): Field[] {
  const { operationId, requestBody } = operation
  const schema = requestBody?.content['application/json']?.schema as FullSchema | undefined
  // An optional body is an object or nothing.
  const body = schema?.anyOf?.find(({ type }) => type === 'object') ?? schema
  const inBody = Object.entries(body?.properties ?? {}).map(([name, part]) => ({
    ...describeField('body', name, part, part.description),
    ...(isNeeded(body as FullSchema, name) && { isRequired: true as const }),
  }))
  const inQuery = filterParameters('query', operation)
    .filter(({ name }) => !leftOut[operationId]?.includes(name))
    // A parameter that the body accepts isn't needed in the query.
    .filter(({ name }) => !inBody.some((field) => field.name === name))
    .map((parameter) => ({
      ...describeField('query', parameter.name, parameter.schema, parameter.description),
      ...(parameter.required && { isRequired: true as const }),
    }))
  const fields = [...inBody, ...inQuery]
  const twice = fields.find(({ flag }, at) => fields.findIndex((one) => one.flag === flag) !== at)
  if (twice) throw new Error(`${operationId}: two fields map to --${twice.flag}`)
  return fields
}

function isNeeded({ required = [], properties = {} }: FullSchema, name: string): boolean {
  return required.includes(name) && !Object.hasOwn(properties[name] ?? {}, 'default')
}

function describeField(
  where: 'query' | 'body',
  name: string,
  schema: Schema,
  says?: string,
): Field {
  return {
    name,
    flag: kebab(name),
    in: where,
    ...(says && { says }),
    ...describeShape(schema),
    ...('default' in schema && { default: schema.default }),
  }
}

function describeParam({ name, description, schema }: Parameter): Param {
  return { name, ...(description && { says: description }), ...describeShape(schema) }
}

/** `pageSize` and `page_size` → `page-size`, `_extra` → `extra`. */
export function kebab(name: string): string {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replaceAll('_', '-')
    .replace(/^-+/, '')
}
