import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useTimeFormats } from '../src/http/time-formats.ts'
import { useService } from './harness.ts'
import { useHttp } from './local-servers.ts'
import { type PushService, startPushService } from './push-service.ts'
import { rememberWork } from './remember-work.ts'
import { elsewhere, sendExamples } from './send-examples.ts'

/**
 * Sends every request example of the document and expects the success that the document names.
 * Creates the resources first; only replaces ids that nobody can know beforehand.
 */
const service = useService()

const ajv = new Ajv2020({ strict: false })
formats.default(ajv)
useTimeFormats(ajv)

const receiver = useHttp((_request, response) => void response.end('ok'))
let push: PushService

beforeAll(async () => {
  rememberWork(service.deps.engines, { seed: 0 })
  push = await startPushService()
  // The dates in the examples are later than this one.
  service.advance((Date.parse('2026-11-15T09:30:00.000Z') - Date.now()) / 1000)
})
afterAll(() => push.close())

describe('each request example', () => {
  test('gets the documented response', async () => {
    const mia = await service.tenant()
    const wrong: string[] = []
    for await (const { operation, request, answer } of sendExamples(service, mia, {
      receiver: receiver.url,
      push,
    })) {
      const { id, status, reply } = operation
      if (answer.status !== status) {
        wrong.push(`${id}: ${request} → ${answer.status} ${answer.text}`)
      } else if (answer.body && !ajv.validate(reply, answer.body)) {
        wrong.push(`${id}: the answer does not fit: ${ajv.errorsText(ajv.errors)}`)
      }
    }
    expect(wrong).toEqual([])
  })

  test('that is not sent here belongs to an existing operation', () => {
    const ids = service.operations.map(({ id }) => id)
    for (const id of Object.keys(elsewhere)) expect(ids).toContain(id)
  })
})
