import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Operation } from '../src/http/operation.ts'
import { preparations } from './example-preparations.ts'
import { useService } from './harness.ts'
import { type LocalServer, startHttp } from './local-servers.ts'
import { type PushService, startPushService } from './push-service.ts'

/**
 * Every request example of the document is sent, and answered with the success that the document
 * names. What it speaks of is made first; only ids that nobody can know beforehand are replaced.
 */
const service = useService()

/** Sent by tests of their own, for the reason given. */
const elsewhere: Record<string, string> = {
  getVoiceSample: 'speaks with a model of 130 MB: real-voice.test.ts',
  receiveProviderCallback: 'the address and the signature are of one job: callbacks.test.ts',
  showAnswerPage: 'the link is signed for one question: questions.test.ts',
  answerByLink: 'the link is signed for one question: questions.test.ts',
  showUnsubscribePage: 'the link is signed for one person: notifications.test.ts',
  unsubscribe: 'the link is signed for one person: notifications.test.ts',
  downloadFile: 'the link is signed for one file: assets.test.ts',
  uploadFile: 'the link is signed for one file: assets.test.ts',
  uploadAsset: 'a form with a file has no example in JSON: assets.test.ts',
  followTask: 'a stream: tasks.test.ts',
  streamEvents: 'a stream: events.test.ts',
  openSocket: 'a socket: live.test.ts',
}

const ajv = new Ajv2020({ strict: false })
formats.default(ajv)

let receiver: LocalServer
let push: PushService

beforeAll(async () => {
  receiver = await startHttp((_request, response) => void response.end('ok'))
  push = await startPushService()
  // The dates in the examples are ahead of this one.
  service.advance((Date.parse('2026-11-15T09:30:00.000Z') - Date.now()) / 1000)
})
afterAll(() => Promise.all([receiver.close(), push.close()]))

describe('each request example', () => {
  test('is answered as the document says', { timeout: 120_000 }, async () => {
    const mia = await service.tenant()
    const prepare = preparations(service, mia, { receiver: receiver.url, push })
    const wrong: string[] = []
    for (const operation of service.operations) {
      if (elsewhere[operation.id]) continue
      for (const path of [operation.path, ...(operation.aliases ?? [])]) {
        for (const [mediaType, body] of bodiesOf(operation)) {
          const replaced = await prepare(operation)
          const url = addressOf(
            path,
            { ...operation.example?.params, ...replaced.params },
            {
              ...operation.example?.query,
              ...only(operation.example?.query, replaced.query),
            },
          )
          const sent =
            Array.isArray(body) || !body ? body : { ...body, ...only(body, replaced.body) }
          const answer = await service.call(operation.method, url, {
            ...(replaced.token ? { token: replaced.token } : { key: mia.key }),
            ...(sent !== undefined && { body: mediaType ? JSON.stringify(sent) : sent }),
            headers: { prefer: 'handling=strict', ...(mediaType && { 'content-type': mediaType }) },
          })
          const { id, method, status, reply } = operation
          if (answer.status !== status) {
            wrong.push(
              `${id}: ${method} ${url} ${JSON.stringify(sent)} → ${answer.status} ${answer.text}`,
            )
          } else if (answer.body && !ajv.validate(reply, answer.body)) {
            wrong.push(`${id}: the answer does not fit: ${ajv.errorsText(ajv.errors)}`)
          }
        }
      }
    }
    expect(wrong).toEqual([])
  })

  test('that is not sent here belongs to an operation that exists', () => {
    const ids = service.operations.map(({ id }) => id)
    for (const id of Object.keys(elsewhere)) expect(ids).toContain(id)
  })
})

type Body = Record<string, unknown> | undefined

/** The example in JSON, and those in other media types. */
function bodiesOf({ example, otherBodies = {} }: Operation): [string | undefined, Body][] {
  const others = Object.entries(otherBodies).map(
    ([type, other]) => [type, other.example as Body] as [string, Body],
  )
  return [[undefined, example?.body as Body], ...others]
}

/** Those that the example has too: several operations share what is prepared. */
function only(example: object | undefined, replaced: Record<string, unknown> = {}) {
  return Object.fromEntries(
    Object.entries(replaced).filter(([name]) => Object.hasOwn(example ?? {}, name)),
  )
}

function addressOf(path: string, params: Record<string, unknown>, query: object): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) =>
    encodeURIComponent(String(params[name])),
  )
  const entries = Object.entries(query).map(
    ([name, value]) => [name, String(value)] as [string, string],
  )
  return entries.length > 0 ? `${filled}?${new URLSearchParams(entries)}` : filled
}
