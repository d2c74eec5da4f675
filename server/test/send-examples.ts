import type { Operation } from '../src/http/operation.ts'
import { preparations } from './example-preparations.ts'
import type { Answer, Harness, Tenant } from './harness.ts'
import type { PushService } from './push-service.ts'

/** Covered by their own tests, for the given reason. */
export const testedElsewhere: Record<string, string> = {
  getVoiceSample: 'speaks with a model of 130 MB: real-voice.slow.test.ts',
  receiveProviderCallback: 'the address and the signature are of one job: callbacks.test.ts',
  showAnswerPage: 'the link is signed for one question: questions.test.ts',
  answerByLink: 'the link is signed for one question: questions.test.ts',
  showUnsubscribePage: 'the link is signed for one person: preferences.test.ts',
  unsubscribe: 'the link is signed for one person: preferences.test.ts',
  createConnection: 'tries the credentials at the app: doors.test.ts',
  testConnection: 'tries the credentials at the app: doors.test.ts',
  receiveFromSlack: 'the request is signed: doors.test.ts',
  receiveFromTelegram: 'the request has a secret: doors.test.ts',
  receiveFromDiscord: 'the request is signed: doors.test.ts',
  receiveInboundMail: 'the request has a secret: doors.test.ts',
  getLinkCard: 'fetches a page: publishing.test.ts',
  blurBackgroundNow: 'waits for a model: client-shapes.slow.test.ts',
  downloadFile: 'the link is signed for one file: assets.test.ts',
  uploadFile: 'the link is signed for one file: assets.test.ts',
  uploadAsset: 'a form with a file has no example in JSON: assets.test.ts',
  followTask: 'a stream: tasks.test.ts',
  streamEvents: 'a stream: events.test.ts',
  openSocket: 'a socket: live.test.ts',
}

export interface Sent {
  operation: Operation
  /** Method, URL and body, for a message. */
  request: string
  answer: Answer
}

/** Sends every request example of the document, after creating what it refers to. */
export async function* sendExamples(
  service: Harness,
  mia: Tenant,
  outside: { receiver: string; push: PushService },
): AsyncGenerator<Sent> {
  const prepare = preparations(service, mia, outside)
  let keys = 0
  for (const operation of service.operations) {
    // Those for clients of other services run models while the request waits; src/features/compat
    // tests them with those clients.
    if (testedElsewhere[operation.id] || operation.errorFormat) continue
    for (const path of [operation.path, ...(operation.aliases ?? [])]) {
      for (const [mediaType, body] of listBodies(operation)) {
        const { example, method } = operation
        const replaced = await prepare(operation)
        const query = { ...example?.query, ...only(example?.query, replaced.query) }
        const url = buildUrl(path, { ...example?.params, ...replaced.params }, query)
        const sent = Array.isArray(body) || !body ? body : { ...body, ...only(body, replaced.body) }
        const answer = await service.call(method, url, {
          ...(replaced.token ? { token: replaced.token } : { key: mia.key }),
          ...(sent !== undefined && { body: mediaType ? JSON.stringify(sent) : sent }),
          headers: {
            prefer: 'handling=strict',
            // The transaction of a key allows no external calls: an operation that makes one
            // without declaring it with `callsOutside` fails here.
            'idempotency-key': `example-${keys++}`,
            ...(mediaType && { 'content-type': mediaType }),
          },
        })
        yield { operation, request: `${method} ${url} ${JSON.stringify(sent)}`, answer }
      }
    }
  }
}

type Body = Record<string, unknown> | undefined

/** The JSON example, and those in other media types. */
function listBodies({ example, takes, handle }: Operation): [string | undefined, Body][] {
  const others = Object.entries((handle && takes) ?? {}).map(
    ([type, other]) => [type, other.example as Body] as [string, Body],
  )
  return [[undefined, example?.body as Body], ...others]
}

/** Only the fields that the example has too: several operations share a preparation. */
function only(example: object | undefined, replaced: Record<string, unknown> = {}) {
  return Object.fromEntries(
    Object.entries(replaced).filter(([name]) => Object.hasOwn(example ?? {}, name)),
  )
}

function buildUrl(path: string, params: Record<string, unknown>, query: object): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) =>
    encodeURIComponent(String(params[name])),
  )
  const entries = Object.entries(query).map(
    ([name, value]) => [name, String(value)] as [string, string],
  )
  return entries.length > 0 ? `${filled}?${new URLSearchParams(entries)}` : filled
}
