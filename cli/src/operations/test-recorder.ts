import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Described } from '../../../sdk/scripts/document.ts'
import { splitOperationId } from '../../../sdk/scripts/names.ts'
import { kebab } from '../../scripts/build-spec.ts'
import { useMain } from '../call-main.ts'
import { nouns } from '../generated/nouns.ts'

interface Example {
  // biome-ignore lint/suspicious/noExplicitAny: examples are whatever the document shows
  example?: any
}

export interface RecordedRequest {
  method: string
  path: string
  query: Record<string, string>
  headers: IncomingHttpHeaders
  text: string
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

/** The tests of files and streams call the others. */
export function isCalledByExample({ operationId }: Described): boolean {
  return !byHand.has(operationId) && !isReceived.test(operationId)
}

interface Recorder {
  recorded: RecordedRequest[]
  /** The operation whose example the server returns. */
  answering: Described | undefined
  isRefusing: boolean
  env: Record<string, string>
}

/** The command line, and a server that records its requests and answers with examples. */
export function useRecorder() {
  const atelier = useMain()
  const recorder: Recorder = { recorded: [], answering: undefined, isRefusing: false, env: {} }

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const url = new URL(request.url as string, 'http://server')
    recorder.recorded.push({
      method: request.method as string,
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      headers: request.headers,
      text: Buffer.concat(chunks).toString('utf8'),
    })
    const [status, reply] = Object.entries(recorder.answering?.responses ?? {}).find(
      ([code]) => Number(code) < 300,
    ) as [string, { content?: Record<string, Example> }]
    const [type, content] = Object.entries(reply.content ?? {})[0] ?? []
    // The client would reopen a stream again and again; a refusal stops it.
    if (recorder.isRefusing || request.headers.accept === 'text/event-stream') {
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
    recorder.env = { ATELIER_URL: baseUrl, ATELIER_API_KEY: 'atl_test.key' }
    writeFileSync(join(atelier.folder, 'photo.jpg'), 'a picture')
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  /** The words of the operation's example, and the request that the document expects for them. */
  async function findExample(operation: Described) {
    const { noun, method } = splitOperationId(operation.operationId, operation.tags[0])
    const [word, verb] = [kebab(noun), kebab(method)]
    const spec = (await nouns[word]?.load())?.operations[verb]
    expect([operation.operationId, spec?.id]).toEqual([
      operation.operationId,
      operation.operationId,
    ])
    const words = (spec?.example ?? []).map((text) =>
      text
        .replace('<link>', `${recorder.env.ATELIER_URL}/files/one?signature=two`)
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

  return { atelier, recorder, exampleOf: findExample }
}

export function testJson(
  operations: Described[],
  { atelier, recorder, exampleOf }: ReturnType<typeof useRecorder>,
): void {
  const readExample = (operation: Described) => {
    const [, reply] = Object.entries(operation.responses)[0] as [string, { content?: object }]
    const [[type, content] = ['', {}]] = Object.entries<Example>({ ...reply.content })
    return type === 'application/json' ? content.example : undefined
  }
  const cases = operations.filter((one) => readExample(one) !== undefined)

  test.each(cases.map((operation) => [operation.operationId, operation] as const))(
    '%s prints the response as JSON',
    async (_id, operation) => {
      recorder.answering = operation
      const { args } = await exampleOf(operation)
      const { stdout } = await atelier.call([...args, '--json'], { env: recorder.env })
      expect(JSON.parse(stdout)).toEqual(readExample(operation))
    },
  )
}
