import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import { describeWebhooks } from '../src/features/webhooks/openapi-webhooks.ts'
import { useTimeFormats } from '../src/http/body/time-formats.ts'
import { compileValidator, replyWriter } from '../src/http/body/validation.ts'
import { buildOpenApi } from '../src/http/openapi/document.ts'
import { permissions } from '../src/http/permissions.ts'
import { openService } from '../src/service.ts'
import { useService } from './harness.ts'
import { operations, toCases } from './operations.ts'

const service = useService()

// Each schema is used a few times, so optimizing its code doesn't pay.
const ajv = new Ajv2020({ strict: false, code: { optimize: false } })
formats.default(ajv)
useTimeFormats(ajv)

describe('the route table', () => {
  test('no two operations have the same name', () => {
    const ids = operations.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test.each(toCases(operations))(
    '%s: a name, a summary, an existing permission and its parameters',
    (id, operation) => {
      const { summary, tag, permission, path, params } = operation
      expect(id).toMatch(/^[a-z]+[A-Za-z]+$/)
      expect([summary.length > 5 && !summary.endsWith('.'), tag.length > 0]).toEqual([true, true])
      expect([...permissions, 'any credential', 'signed-in person', 'public']).toContain(permission)
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      expect(Object.keys(params?.properties ?? {})).toEqual(inPath)
      expect(inPath.length === 0 || operation.notFound !== undefined).toBe(true)
    },
  )

  test.each(toCases(operations))(
    '%s: an example for each part; its schemas compile and accept it',
    (_id, operation) => {
      const { example, body, takes, handle, params, query, reply, status, events, socket } =
        operation
      const expectValid = (part: string, schema: object | undefined, value: unknown) => {
        if (!schema) return
        // The server compiles these on first use, so a broken one wouldn't stop its start.
        const validate = compileValidator(schema, part)
        expect([part, validate(structuredClone(value))]).toEqual([part, true])
      }
      expectValid('body', body, example?.body)
      expectValid('params', params, example?.params)
      expectValid('querystring', query, example?.query ?? {})
      for (const { schema } of Object.values((handle && takes) ?? {}))
        compileValidator(schema, 'body')(null)
      if (status === 204) return
      const isBytes = ['downloadFile', 'getVoiceSample'].includes(operation.id)
      if (example?.reply === undefined) expect(events || socket || isBytes).toBeTruthy()
      else expect(replyWriter(reply)(example.reply)).toBeTypeOf('string')
    },
  )
})

describe('the document', () => {
  test('is served as it is committed', async () => {
    const { body } = await service.call('GET', '/api/openapi.json')
    const document = buildOpenApi(openService(service.deps), describeWebhooks, body.info.version)
    expect(body).toEqual(JSON.parse(JSON.stringify(document)))
    const options = { url: '/api/openapi.json', headers: { 'accept-encoding': 'gzip, br' } }
    const { headers, rawPayload } = await service.app.inject(options)
    expect([headers['content-encoding'], rawPayload.byteLength < 200_000]).toEqual(['br', true])
  })

  test('every example in it fits the schema beside it', async () => {
    const { body: document } = await service.call('GET', '/api/openapi.json')
    const $id = 'https://atelier.example.com/openapi.json'
    ajv.addSchema({ ...document, $id })
    const examples = [...findExamples(document)]
    // Many places have the same schema, such as the id in a path.
    const validators = new Map<string, ValidateFunction>()
    for (const { where, example, schema } of examples) {
      const text = JSON.stringify(schema)
      const validate = validators.get(text) ?? ajv.compile({ $ref: `${$id}#${where}/schema` })
      validators.set(text, validate)
      const error = validate(example) ? undefined : ajv.errorsText(validate.errors)
      expect([where, error]).toEqual([where, undefined])
    }
    // Examples without a schema beside them wouldn't be found.
    expect(examples.length).toBeGreaterThan(operations.length)
  })
})

interface Example {
  /** A JSON pointer. */
  where: string
  example: unknown
  schema: unknown
}

function* findExamples(value: unknown, where = ''): Generator<Example> {
  if (typeof value !== 'object' || value === null) return
  if ('example' in value && 'schema' in value) {
    return yield { where, example: value.example, schema: value.schema }
  }
  for (const [key, part] of Object.entries(value)) {
    const name = encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))
    yield* findExamples(part, `${where}/${name}`)
  }
}
