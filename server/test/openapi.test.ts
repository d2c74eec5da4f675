import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import { describedWebhooks } from '../src/features/webhooks/openapi-webhooks.ts'
import { openApiOf, statusesOf } from '../src/http/openapi.ts'
import type { Operation } from '../src/http/operation.ts'
import { permissions } from '../src/http/permissions.ts'
import { useService } from './harness.ts'

const service = useService()

const ajv = new Ajv2020({ strict: false })
formats.default(ajv)

function fits(schema: object, value: unknown): string {
  const validate = ajv.compile(schema)
  return validate(value) ? 'fits' : ajv.errorsText(validate.errors)
}

describe('the route table', () => {
  test('every operation has a name, a summary, a permission that exists and a reply', () => {
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
      expect([...permissions, 'any credential', 'public']).toContain(permission)
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      expect([id, Object.keys(params?.properties ?? {})]).toEqual([id, inPath])
      expect([id, inPath.length === 0 || operation.notFound !== undefined]).toEqual([id, true])
    }
  })

  test('every operation has an example that fits its own schemas', () => {
    for (const operation of service.operations) {
      const { id, path, example, body, reply, status, events, params, query } = operation
      if (body) expect([id, 'body', fits(body, example?.body)]).toEqual([id, 'body', 'fits'])
      if (params)
        expect([id, 'params', fits(params, example?.params)]).toEqual([id, 'params', 'fits'])
      if (query && example?.query)
        expect(fits({ ...query, required: [] }, example.query)).toBe('fits')
      if (status !== 204 && !events && !path.startsWith('/files/')) {
        expect([id, 'reply', fits(reply, example?.reply)]).toEqual([id, 'reply', 'fits'])
      }
    }
  })
})

describe('the document', () => {
  test('is served as it is committed', async () => {
    const { body } = await service.call('GET', '/api/openapi.json')
    const document = openApiOf(service.operations, describedWebhooks(), body.info.version)
    expect(body).toEqual(JSON.parse(JSON.stringify(document)))
  })

  test('its examples are taken by the server', async () => {
    const mia = await service.tenant()
    for (const operation of service.operations) {
      if (operation.events || operation.exchange) continue
      const answer = await send(operation, mia.key)
      const wanted = [...statusesOf(operation), 404]
      expect([operation.id, wanted.includes(answer.status), answer.status]).toEqual([
        operation.id,
        true,
        answer.status,
      ])
      expect([operation.id, answer.status === 400, answer.text]).toEqual([
        operation.id,
        operation.id === 'logOut',
        answer.text,
      ])
    }
  })
})

function send({ method, path, example }: Operation, key: string) {
  const ids = example?.params as Record<string, unknown> | undefined
  const url = path.replaceAll(/\{(\w+)\}/g, (_, name) => String(ids?.[name]))
  const query = new URLSearchParams(
    Object.entries(example?.query ?? {}).map(([k, v]) => [k, String(v)] as [string, string]),
  )
  return service.call(method, `${url}?${query}`, {
    key,
    ...(example?.body !== undefined && { body: example.body }),
    headers: { prefer: 'handling=strict' },
  })
}
