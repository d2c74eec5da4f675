import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import { describeWebhooks } from '../src/features/webhooks/openapi-webhooks.ts'
import { openApiOf } from '../src/http/openapi/document.ts'
import { permissions } from '../src/http/permissions.ts'
import { useTimeFormats } from '../src/http/time-formats.ts'
import { compileValidator, replyWriter } from '../src/http/validation.ts'
import { serviceOf } from '../src/service.ts'
import { useService } from './harness.ts'

const service = useService()

const ajv = new Ajv2020({ strict: false })
formats.default(ajv)
useTimeFormats(ajv)

function fits(schema: object, value: unknown): string {
  const validate = ajv.compile(schema)
  return validate(value) ? 'fits' : ajv.errorsText(validate.errors)
}

describe('the route table', () => {
  test('every operation has a name, a summary, an existing permission and a response', () => {
    const ids = service.operations.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const operation of service.operations) {
      const { id, summary, tag, permission, path, params } = operation
      expect(id).toMatch(/^[a-z]+[A-Za-z]+$/)
      expect([id, summary.length > 5 && !summary.endsWith('.'), tag.length > 0]).toEqual([
        id,
        true,
        true,
      ])
      expect([...permissions, 'any credential', 'signed-in person', 'public']).toContain(permission)
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      expect([id, Object.keys(params?.properties ?? {})]).toEqual([id, inPath])
      expect([id, inPath.length === 0 || operation.notFound !== undefined]).toEqual([id, true])
    }
  })

  test('every operation has an example that fits its own schemas', () => {
    for (const operation of service.operations) {
      const { id, example, body, reply, status, events, params, query } = operation
      const isBytes = ['downloadFile', 'getVoiceSample'].includes(id)
      if (body) expect([id, 'body', fits(body, example?.body)]).toEqual([id, 'body', 'fits'])
      if (params)
        expect([id, 'params', fits(params, example?.params)]).toEqual([id, 'params', 'fits'])
      if (query && example?.query)
        expect(fits({ ...query, required: [] }, example.query)).toBe('fits')
      if (status !== 204 && !events && !isBytes) {
        expect([id, 'reply', fits(reply, example?.reply)]).toEqual([id, 'reply', 'fits'])
      }
    }
  })
})

/** The server compiles these on first use, so a broken one wouldn't stop its start. */
test('every request schema compiles, and so does every response schema', () => {
  for (const {
    id,
    params,
    query,
    body,
    otherBodies,
    reply,
    example,
    status,
  } of service.operations) {
    const others = Object.values(otherBodies ?? {}).map(({ schema }) => schema)
    for (const schema of [body, ...others]) if (schema) compileValidator(schema, 'body')(null)
    if (params) compileValidator(params, 'params')({})
    if (query) compileValidator(query, 'querystring')({})
    const write = replyWriter(reply)
    if (status === 204 || example?.reply === undefined) continue
    expect([id, typeof write(example.reply)]).toEqual([id, 'string'])
  }
})

describe('the document', () => {
  test('is served as it is committed', async () => {
    const { body } = await service.call('GET', '/api/openapi.json')
    const document = openApiOf(serviceOf(service.deps), describeWebhooks, body.info.version)
    expect(body).toEqual(JSON.parse(JSON.stringify(document)))
    const options = { url: '/api/openapi.json', headers: { 'accept-encoding': 'gzip, br' } }
    const { headers, rawPayload } = await service.app.inject(options)
    expect([headers['content-encoding'], rawPayload.byteLength < 200_000]).toEqual(['br', true])
  })

  test('every example in it fits the schema beside it', () => {
    const document = openApiOf(serviceOf(service.deps), describeWebhooks, '0')
    const $id = 'https://atelier.example.com/openapi.json'
    ajv.addSchema({ ...document, $id })
    const examples = [...examplesIn(document)]
    for (const { where, example } of examples) {
      const schema = { $ref: `${$id}#${where}/schema` }
      expect([where, fits(schema, example)]).toEqual([where, 'fits'])
    }
    // Examples without a schema beside them wouldn't be found.
    expect(examples.length).toBeGreaterThan(service.operations.length)
  })
})

interface Example {
  /** A JSON pointer. */
  where: string
  example: unknown
}

function* examplesIn(value: unknown, where = ''): Generator<Example> {
  if (typeof value !== 'object' || value === null) return
  if ('example' in value && 'schema' in value) {
    return yield { where, example: value.example }
  }
  for (const [key, part] of Object.entries(value)) {
    const name = encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))
    yield* examplesIn(part, `${where}/${name}`)
  }
}
