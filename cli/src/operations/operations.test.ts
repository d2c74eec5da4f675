import { describe, expect, test } from 'vitest'
import { type Described, listOperations, readDocument } from '../../../sdk/scripts/document.ts'
import { startHttpServer } from '../../../server/test/local-servers.ts'
import { nouns } from '../generated/nouns.ts'
import { isCalledByExample, type RecordedRequest, testJson, useRecorder } from './test-recorder.ts'

/** Calls every operation of the document with its own example; a server records the requests. */
const documented = listOperations(await readDocument())
const commandLine = useRecorder()
const { atelier, recorder, exampleOf } = commandLine

test('there are as many commands as operations', async () => {
  let count = 0
  for (const { load } of Object.values(nouns))
    count += Object.keys((await load()).operations).length
  expect(count).toBe(documented.length)
})

const called = documented.filter(isCalledByExample)

test.each(called.map((operation) => [operation.operationId, operation] as const))(
  '%s sends its example and prints the response',
  async (_id, operation) => {
    recorder.answering = operation
    const { args, method, path, query, body } = await exampleOf(operation)
    recorder.recorded.length = 0
    const ended = await atelier.call(args, { env: recorder.env })
    expect([args, ended.code, ended.stderr]).toEqual([args, 0, ''])
    const [sent] = recorder.recorded
    expect({ method: sent?.method, path: sent?.path, query: sent?.query }).toEqual({
      method,
      path,
      query,
    })
    if (body !== undefined) expect(JSON.parse(sent?.text as string)).toEqual(body)
    expect(recorder.recorded).toHaveLength(1)
  },
)

// Printing JSON is the same for all; the slow test has every operation.
testJson(
  called.filter(({ tags: [tag] }, at) => called.findIndex(({ tags }) => tags[0] === tag) === at),
  commandLine,
)

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
    recorder.answering = named(id)
    const { args } = await exampleOf(recorder.answering)
    recorder.recorded.length = 0
    const ended = await atelier.call(args, { env: recorder.env })
    return {
      ended,
      first: recorder.recorded[0] as RecordedRequest,
      last: recorder.recorded.at(-1) as RecordedRequest,
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
    recorder.answering = named('downloadFile')
    const got = await atelier.call([...args.slice(0, -2)], { env: recorder.env })
    expect([got.code, got.stdout]).toEqual([0, '{}'])
  })

  test.each(['streamEvents', 'followTask'])('%s is requested as a stream', async (id) => {
    const { ended, last } = await sent(id)
    expect([last.headers.accept, ended.code]).toEqual(['text/event-stream', 5])
  })

  test('the socket is opened with a ticket', async () => {
    // Stops when the ticket is refused.
    recorder.isRefusing = true
    recorder.recorded.length = 0
    const ended = await atelier.call(['live', 'connect'], { env: recorder.env })
    recorder.isRefusing = false
    expect([recorder.recorded[0]?.path, ended.code]).toEqual(['/api/v1/ws/tickets', 5])
  })
})

test('a duplicate JSON key is a usage error, in a field and in the whole body', async () => {
  const args = ['projects', 'create', 'campaign', '--title', 'Autumn']
  const twice = '{"phase":"draft","phase":"live"}'
  recorder.recorded.length = 0
  for (const given of [
    ['--data', twice],
    ['--body', `{"data":${twice}}`],
  ]) {
    const ended = await atelier.call([...args, ...given], { env: recorder.env })
    expect([ended.code, ended.stdout]).toEqual([2, ''])
    expect(ended.stderr).toContain(given[0])
    expect(ended.stderr).toMatch(/ Line 1, column \d+: The key “phase” appears twice\.\n/)
  }
  expect(recorder.recorded).toEqual([])
})

test('a rate limit has its own exit code', async () => {
  const full = await startHttpServer((_request, response) => {
    response.writeHead(429, { 'content-type': 'application/problem+json', 'retry-after': '3600' })
    response.end('{"code":"rate_limited","detail":"Too many requests."}')
  })
  const ended = await atelier.call(['boards', 'list'], {
    env: { ...recorder.env, ATELIER_URL: full.url },
  })
  expect(ended).toEqual({ code: 7, stdout: '', stderr: 'Too many requests.\n' })
  await full.close()
})
