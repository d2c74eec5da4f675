import type { Operation } from '../operation.ts'
import { PageQuery } from '../pagination.ts'
import type { Components } from './components.ts'
import { takesIdempotencyKey } from './problem-responses.ts'

interface Field {
  description?: string
  default?: unknown
}

export function describeParameters(operation: Operation, components: Components): object[] {
  const { path, params, query, permission, example } = operation
  const shared = (name: string, parameter: object) => components.parameter(name, parameter)
  return [
    ...listFields(params).map(([name, { description, ...schema }]) => ({
      name,
      in: 'path',
      required: true,
      description: description ?? describeId(path, name),
      schema: components.received(schema),
      ...describeExample(readValue(example?.params, name)),
    })),
    ...listFields(query).map(([name, field]) => {
      const { description, ...schema } = field
      const parameter = {
        name,
        in: 'query',
        // A parameter with a default is optional.
        required: query?.required?.includes(name) === true && !Object.hasOwn(field, 'default'),
        description,
        schema: components.received(schema),
      }
      const { page, page_size } = PageQuery.properties
      if (field === page) return shared('Page', parameter)
      if (field === page_size) return shared('PageSize', parameter)
      return { ...parameter, ...describeExample(readValue(example?.query, name)) }
    }),
    ...(permission === 'public' ? [] : scopeHeaders.map((one) => shared(one.name, one))),
    ...(takesIdempotencyKey(operation) ? [shared('IdempotencyKey', idempotencyHeader)] : []),
  ]
}

export function describeExample(example: unknown) {
  return example === undefined ? {} : { example }
}

function header(name: string, description: string, maxLength: number) {
  return { name, in: 'header', description, required: false, schema: { type: 'string', maxLength } }
}

const scopeHeaders = [
  header('Organization', 'Id or slug of the workspace. The credential needs access to it.', 64),
  header('Space', 'Id of the teamspace to limit the request to.', 10),
]

const idempotencyHeader = header(
  'Idempotency-Key',
  'A unique key for safe retries: requests with the same key run only once.',
  255,
)

function listFields(schema?: { properties: object }): [string, Field][] {
  return Object.entries(schema?.properties ?? {})
}

function readValue(values: object | undefined, name: string): unknown {
  return (values as Record<string, unknown> | undefined)?.[name]
}

/** The name of an id says what it identifies, or else the path before it does: `/api-keys/{id}`. */
function describeId(path: string, name: string): string | undefined {
  if (!/^(id|\w+_id)$/.test(name)) return undefined
  const before =
    path
      .slice(0, path.indexOf(`{${name}}`))
      .split('/')
      .at(-2) ?? ''
  const noun = name === 'id' ? before.replace(/s$/, '') : name.slice(0, -'_id'.length)
  return `Id of the ${noun.replaceAll(/[-_]/g, ' ').replace('api', 'API')}.`
}
