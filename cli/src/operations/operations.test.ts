import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Described, operationsOf, readDocument } from '../../../sdk/scripts/document.ts'
import { nameOf } from '../../../sdk/scripts/names.ts'
import { startHttp } from '../../../server/test/local-servers.ts'
import { kebab } from '../../scripts/spec-of.ts'
import { useMain } from '../call-main.ts'
import { nouns } from '../generated/nouns.ts'

/** Calls every operation of the document with its own example; a server records the requests. */

interface Example {
  // biome-ignore lint/suspicious/noExplicitAny: examples are whatever the document shows
  example?: any
}

interface RecordedRequest {
  method: string
  path: string
  query: Record<string, string>
  headers: IncomingHttpHeaders
  text: string
}

const documented = operationsOf(await readDocument())
const atelier = useMain()
const recorded: RecordedRequest[] = []
let answering: Described | undefined
let isRefusing = false
let env: Record<string, string>

const server = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const url = new URL(request.url as string, 'http://server')
  recorded.push({
    method: request.method as string,
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    headers: request.headers,
    text: Buffer.concat(chunks).toString('utf8'),
  })
  const [status, reply] = Object.entries(answering?.responses ?? {}).find(
    ([code]) => Number(code) < 300,
  ) as [string, { content?: Record<string, Example> }]
  const [type, content] = Object.entries(reply.content ?? {})[0] ?? []
  // The client would reopen a stream again and again; a refusal stops it.
  if (isRefusing || request.headers.accept === 'text/event-stream') {
    response.writeHead(403, { 'content-type': 'application/problem+json' })
    return void response.end('{"code":"permission_denied","detail":"No."}')
  }
  response.writeHead(Number(status), type ? { 'content-type': type } : {})
  response.end(status === '204' || !type ? undefined : JSON.stringify(content?.example ?? {}))
})

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  env = { ATELIER_URL: baseUrl, ATELIER_API_KEY: 'atl_test.key' }
  writeFileSync(join(atelier.folder, 'photo.jpg'), 'a picture')
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

/** The words of the operation's example, and the request that the document expects for them. */
async function exampleOf(operation: Described) {
  const { noun, method } = nameOf(operation.operationId, operation.tags[0])
  const [word, verb] = [kebab(noun), kebab(method)]
  const spec = (await nouns[word]?.load())?.operations[verb]
  expect([operation.operationId, spec?.id]).toEqual([operation.operationId, operation.operationId])
  const words = (spec?.example ?? []).map((text) =>
    text
      .replace('<link>', `${env.ATELIER_URL}/files/one?signature=two`)
      .replace(/^photo\.jpg$/, join(atelier.folder, 'photo.jpg')),
  )
  const examples = operation.parameters as (Example & { name: string; in: string })[]
  const query = examples.filter((one) => one.in === 'query' && one.example !== undefined)
  const body = operation.requestBody?.content['application/json'] as Example | undefined
  return {
    args: [word, verb, ...words],
    method: operation.method,
    path: operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(examples.find((one) => one.name === name)?.example),
    ),
    query: Object.fromEntries(query.map(({ name, example }) => [name, String(example)])),
    body: body?.example,
  }
}

const byHand = new Set([
  'uploadAsset',
  'downloadFile',
  'uploadFile',
  'openSocket',
  'streamEvents',
  'followTask',
])
// Vendors send these with bodies of their own, which their tests send.
const isReceived = /^receive(From|Hook|Inbound)/
const plain = documented.filter(({ operationId }) => !byHand.has(operationId))

test('there are as many commands as operations', async () => {
  let count = 0
  for (const { load } of Object.values(nouns))
    count += Object.keys((await load()).operations).length
  expect(count).toBe(documented.length)
})

describe.each(
  plain
    .filter(({ operationId }) => !isReceived.test(operationId))
    .map((operation) => [operation.operationId, operation] as const),
)('%s', (_, operation) => {
  test('sends its example and prints the response', async () => {
    answering = operation
    const { args, method, path, query, body } = await exampleOf(operation)
    recorded.length = 0
    const ended = await atelier.call(args, { env })
    expect([args, ended.code, ended.stderr]).toEqual([args, 0, ''])
    const [sent] = recorded
    expect({ method: sent?.method, path: sent?.path, query: sent?.query }).toEqual({
      method,
      path,
      query,
    })
    if (body !== undefined) expect(JSON.parse(sent?.text as string)).toEqual(body)
    expect(recorded).toHaveLength(1)

    const [, reply] = Object.entries(operation.responses)[0] as [string, { content?: object }]
    const { example } = (Object.values(reply.content ?? {})[0] ?? {}) as Example
    if (example === undefined || !('application/json' in (reply.content ?? {}))) return
    const again = await atelier.call([...args, '--json'], { env })
    expect(JSON.parse(again.stdout)).toEqual(example)
  })
})

test('every command has help with its permission and its example', async () => {
  for (const [word, { load }] of Object.entries(nouns)) {
    for (const [verb, { permission }] of Object.entries((await load()).operations)) {
      const { code, stdout } = await atelier.call([word, verb, '--help'])
      const words = permission === 'public' ? 'no credential' : permission
      expect([code, stdout]).toEqual([0, expect.stringContaining('Needs')])
      expect(stdout).toContain(words)
      expect(stdout).toContain(`Example:\n  atelier ${word} ${verb}`)
    }
  }
})

describe('files and streams', () => {
  const named = (id: string) =>
    documented.find(({ operationId }) => operationId === id) as Described

  async function sent(id: string) {
    answering = named(id)
    const { args } = await exampleOf(answering)
    recorded.length = 0
    const ended = await atelier.call(args, { env })
    return {
      ended,
      first: recorded[0] as RecordedRequest,
      last: recorded.at(-1) as RecordedRequest,
    }
  }

  test('an upload is a form with the file', async () => {
    const { ended, first } = await sent('uploadAsset')
    expect([ended.code, first.method, first.path]).toEqual([0, 'POST', '/api/v1/assets/upload'])
    expect(first.text).toMatch(/name="file"; filename="photo.jpg"[\s\S]+a picture/)
  })

  test('a file is uploaded to a link and downloaded from one', async () => {
    const put = await sent('uploadFile')
    expect([put.ended.code, put.first.method, put.first.text]).toEqual([0, 'PUT', 'a picture'])
    expect([put.first.path, put.first.query]).toEqual(['/files/one', { signature: 'two' }])
    const { args } = await exampleOf(named('downloadFile'))
    answering = named('downloadFile')
    const got = await atelier.call([...args.slice(0, -2)], { env })
    expect([got.code, got.stdout]).toEqual([0, '{}'])
  })

  test.each(['streamEvents', 'followTask'])('%s is requested as a stream', async (id) => {
    const { ended, last } = await sent(id)
    expect([last.headers.accept, ended.code]).toEqual(['text/event-stream', 5])
  })

  test('the socket is opened with a ticket', async () => {
    // Stops when the ticket is refused.
    isRefusing = true
    recorded.length = 0
    const ended = await atelier.call(['live', 'connect'], { env })
    isRefusing = false
    expect([recorded[0]?.path, ended.code]).toEqual(['/api/v1/ws/tickets', 5])
  })
})

test('a duplicate JSON key is a usage error, in a field and in the whole body', async () => {
  const args = ['projects', 'create', 'campaign', '--title', 'Autumn']
  const twice = '{"phase":"draft","phase":"live"}'
  recorded.length = 0
  for (const given of [
    ['--data', twice],
    ['--body', `{"data":${twice}}`],
  ]) {
    const ended = await atelier.call([...args, ...given], { env })
    expect([ended.code, ended.stdout]).toEqual([2, ''])
    expect(ended.stderr).toContain(given[0])
    expect(ended.stderr).toMatch(/ Line 1, column \d+: The key “phase” appears twice\.\n/)
  }
  expect(recorded).toEqual([])
})

test('a rate limit has its own exit code', async () => {
  const full = await startHttp((_request, response) => {
    response.writeHead(429, { 'content-type': 'application/problem+json', 'retry-after': '3600' })
    response.end('{"code":"rate_limited","detail":"Too many requests."}')
  })
  const ended = await atelier.call(['boards', 'list'], { env: { ...env, ATELIER_URL: full.url } })
  expect(ended).toEqual({ code: 7, stdout: '', stderr: 'Too many requests.\n' })
  await full.close()
})
