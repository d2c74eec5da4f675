import type { Client } from '@modelcontextprotocol/client'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sendJson, useFakeEngine } from '../../../test/fake-engine.ts'
import { expectStatus, useService, useTenant } from '../../../test/harness.ts'
import { useMcpClients } from '../../../test/mcp-client.ts'
import { draw, png } from '../../../test/scenes.ts'
import { dataUrl } from '../../../test/tool-runs.ts'
import { EngineError } from '../../engines/engine-error.ts'
import { speech } from '../transcriptions/test-transcriptions.ts'

/** Tools that take time: images, people, and connections that end before they do. */
const service = useService({ allowCidrs: ['127.0.0.1/32'] })
const connect = useMcpClients()
const engine = useFakeEngine()
let baseUrl: string
let picture: string
const mia = useTenant(service, beforeEach)

beforeAll(async () => {
  baseUrl = await service.app.listen({ port: 0, host: '127.0.0.1' })
  picture = dataUrl(await png(draw(64, 64, () => [200, 180, 40])))
})

/** Other tests may keep the machine busy. */
const modern = { versionNegotiation: { mode: 'auto' } } as const
const eras = [
  ['with a session', {}],
  ['of 2026', modern],
] as const

async function get(path: string) {
  return (await service.call('GET', `/api/v1${path}`, { key: mia.key })).body
}

/** Starts work that never ends by itself; resolves when an engine has it. */
async function startLongWork(client: Client, signal?: AbortSignal): Promise<string> {
  engine.reply = () => new Promise(() => {})
  await service.call('PUT', '/api/v1/engines/outpainting', {
    key: mia.key,
    body: { kind: 'automatic1111', base_url: engine.url },
  })
  const arguments_ = { image_url: picture, prompt: 'a hill', extend: { right: 64 }, count: 1 }
  const call = { name: 'outpaintImage', arguments: arguments_ }
  client.callTool(call, signal ? { signal } : {}).catch(() => {})
  await expect.poll(() => engine.received.length).toBe(1)
  return (await get('/tasks')).results[0].task_id
}

describe.each(eras)('a client %s', (_, options) => {
  test('waits for a task, follows its progress and gets its result', async () => {
    const { client } = await connect(baseUrl, mia.key, options)
    const seen: number[] = []
    const done = await client.callTool(
      { name: 'convertFormat', arguments: { image_url: picture, output_format: 'webp' } },
      { onprogress: ({ progress }) => seen.push(progress) },
    )
    expect(done.structuredContent).toMatchObject({
      status: 'SUCCESS',
      result: { result: [{ content_type: 'image/webp' }] },
    })
    expect(seen.length).toBeGreaterThan(0)
    expect(seen.toSorted((a, b) => a - b)).toEqual(seen)
    const arguments_ = { image_url: picture, output_format: 'webp', wait: false }
    const at = await client.callTool({ name: 'convertFormat', arguments: arguments_ })
    expect(Object.keys(at.structuredContent as object)).toEqual(['task_id'])
  })

  test('a failed task is an error with its details', async () => {
    const { client } = await connect(baseUrl, mia.key, options)
    const arguments_ = { image_url: 'data:,x', output_format: 'webp' }
    const failed = await client.callTool({ name: 'convertFormat', arguments: arguments_ })
    expect([failed.isError, failed.structuredContent]).toMatchObject([true, { status: 'FAILURE' }])
  })

  test('a call that is cancelled cancels its task', async () => {
    const { client } = await connect(baseUrl, mia.key, options)
    const cancel = new AbortController()
    const taskId = await startLongWork(client, cancel.signal)
    expect((await get(`/tasks/${taskId}`)).state).not.toBe('REVOKED')
    cancel.abort()
    await expect.poll(async () => (await get(`/tasks/${taskId}`)).state).toBe('REVOKED')
  })

  test('a person is asked, and their answer is the result', async () => {
    const { client } = await connect(baseUrl, mia.key, options)
    let beats = 0
    const asking = client.callTool(
      {
        name: 'ask_person',
        arguments: { title: 'Monday?', message: 'All set.', kind: 'approval' },
      },
      { onprogress: () => beats++ },
    )
    const question = await firstQuestion()
    const body = { value: 'approved', comment: 'Good.' }
    await answerAsMia(question.id, body)
    const { structuredContent } = await asking
    expect(structuredContent).toMatchObject({
      status: 'answered',
      question_id: question.id,
      answer: body,
      answered_via: 'api',
    })
    expect(beats).toBeGreaterThan(0)
  })

  test('a question whose call is cancelled is withdrawn', async () => {
    const { client } = await connect(baseUrl, mia.key, options)
    const cancel = new AbortController()
    const ask = { title: 'Monday?', message: 'All set.', kind: 'text' }
    const asking = client.callTool(
      { name: 'ask_person', arguments: ask },
      { signal: cancel.signal },
    )
    asking.catch(() => {})
    const question = await firstQuestion()
    cancel.abort()
    await expect.poll(async () => (await get(`/questions/${question.id}`)).status).toBe('cancelled')
  })
})

/** Without a session, disconnecting cancels the call. Resolves when that took effect. */
async function withdrawByLeaving(): Promise<void> {
  const { client } = await connect(baseUrl, mia.key, modern)
  const leaving = new AbortController()
  const ask = { title: 'Still?', message: 'Leaving soon.', kind: 'text' }
  const waiting = Promise.withResolvers<void>()
  const options = { signal: leaving.signal, onprogress: () => waiting.resolve() }
  client.callTool({ name: 'ask_person', arguments: ask }, options).catch(() => {})
  await waiting.promise
  const { id } = await firstQuestion()
  leaving.abort()
  await expect.poll(async () => (await get(`/questions/${id}`)).status).toBe('cancelled')
}

/** The person signs in and answers. */
function answerAsMia(id: string, body: object) {
  const answer = { token: mia.token, body }
  return expectStatus(200, service.call('POST', `/api/v1/questions/${id}/answer`, answer))
}

async function firstQuestion() {
  await expect.poll(async () => (await get('/questions')).count).toBe(1)
  return (await get('/questions')).results[0]
}

describe('asking a person', () => {
  const ask = {
    title: 'Which one?',
    message: 'The red or the blue?',
    kind: 'choice',
    options: ['red', 'blue'],
  }
  interface Page {
    mode: string
    url: string
    message: string
  }
  const withPages = (open: (page: Page) => Promise<object>, cancelled = () => {}) => ({
    capabilities: { elicitation: { url: {} } },
    prepare: (client: Client) => {
      client.setRequestHandler('elicitation/create', async ({ params }, ctx) => {
        ctx.mcpReq.signal.addEventListener('abort', cancelled)
        return (await open(params as unknown as Page)) as { action: 'accept' }
      })
    },
  })

  test.each([true, false])(
    'the client opens the page, where the person answers signed in, if it listens: %s',
    async (listens) => {
      const pages: Page[] = []
      const open = async (page: Page) => {
        pages.push(page)
        await answerAsMia((await firstQuestion()).id, { value: 'blue', comment: 'Sea.' })
        return { action: 'accept' }
      }
      const { client } = await connect(baseUrl, mia.key, { ...withPages(open), listens })
      const { structuredContent } = await client.callTool({ name: 'ask_person', arguments: ask })
      expect(structuredContent).toMatchObject({
        status: 'answered',
        answer: { value: 'blue', comment: 'Sea.' },
        answered_by: { id: mia.userId, type: 'person' },
        answered_via: 'api',
      })
      const { thread_id } = structuredContent as { thread_id: string }
      expect(pages).toMatchObject([{ mode: 'url', message: 'Which one?\n\nThe red or the blue?' }])
      expect(new URL(pages[0]?.url ?? '').pathname).toBe(`/threads/${thread_id}`)
    },
  )

  test('what the client says the person answered is no answer', async () => {
    const open = async () => ({ action: 'accept', content: { answer: 'blue' } })
    const { client } = await connect(baseUrl, mia.key, withPages(open))
    const asking = client.callTool({ name: 'ask_person', arguments: ask })
    const { id } = await firstQuestion()
    await answerAsMia(id, { value: 'red' })
    expect((await asking).structuredContent).toMatchObject({ answer: { value: 'red' } })
  })

  test('a client that shows only forms is sent none', async () => {
    let shown = 0
    const { client } = await connect(baseUrl, mia.key, {
      capabilities: { elicitation: { form: {} } },
      prepare: (made: Client) => {
        made.setRequestHandler('elicitation/create', async () => {
          shown++
          return { action: 'accept', content: { answer: 'blue' } }
        })
      },
    })
    const arguments_ = { ...ask, wait_seconds: 1 }
    const open = await client.callTool({ name: 'ask_person', arguments: arguments_ })
    expect([shown, open.structuredContent]).toMatchObject([0, { status: 'open', answer: null }])
  })

  test('the first answer wins, and the page closes', async () => {
    const gone = Promise.withResolvers<void>()
    const shown = Promise.withResolvers<void>()
    const never = () => {
      shown.resolve()
      return new Promise<object>(() => {})
    }
    const { client } = await connect(baseUrl, mia.key, withPages(never, gone.resolve))
    const asking = client.callTool({ name: 'ask_person', arguments: ask })
    await shown.promise
    const { id } = await firstQuestion()
    const body = { value: 'red' }
    await answerAsMia(id, body)
    expect((await asking).structuredContent).toMatchObject({ answer: { value: 'red' } })
    await gone.promise
  })

  test('declining the page leaves the question open for others', async () => {
    const { client } = await connect(
      baseUrl,
      mia.key,
      withPages(async () => ({ action: 'decline' })),
    )
    const asking = client.callTool({ name: 'ask_person', arguments: ask })
    const { id } = await firstQuestion()
    const body = { value: 'red' }
    await answerAsMia(id, body)
    expect((await asking).structuredContent).toMatchObject({ answer: { value: 'red' } })
  })

  test('a question for someone else is not shown at the client', async () => {
    const jo = await service.colleague(mia, 'member')
    let shown = 0
    const count = async () => ({ action: 'accept', content: { answer: 'blue' }, n: ++shown })
    const { client } = await connect(baseUrl, mia.key, withPages(count))
    const arguments_ = { ...ask, user_id: jo.userId, wait_seconds: 0 }
    const open = await client.callTool({ name: 'ask_person', arguments: arguments_ })
    expect([shown, open.structuredContent]).toMatchObject([0, { status: 'open', answer: null }])
  })

  test('asking again with the same key waits for the same question', async () => {
    const { client } = await connect(baseUrl, mia.key)
    const arguments_ = { ...ask, wait_seconds: 0, _idempotency_key: 'same' }
    const first = await client.callTool({ name: 'ask_person', arguments: arguments_ })
    const again = await client.callTool({ name: 'ask_person', arguments: arguments_ })
    expect(again.structuredContent).toEqual(first.structuredContent)
    expect((await get('/questions')).count).toBe(1)
  })

  test.each([
    [{ title: 'x' }, 'message'],
    [{ ...ask, colour: 1 }, 'colour'],
    [{ ...ask, wait_seconds: -1 }, 'wait_seconds'],
    [{ ...ask, options: undefined }, 'options'],
  ])('%j is rejected with its path', async (args, path) => {
    const { client } = await connect(baseUrl, mia.key)
    const refused = await client.callTool({ name: 'ask_person', arguments: args })
    const { errors } = refused.structuredContent as { errors: { path: string }[] }
    expect(errors.map((error) => error.path)).toContain(path)
  })
})

describe('records that external engines complete', () => {
  test('a transcription is waited for by its record; one that fails is an error', async () => {
    const { engines } = service.deps
    const { transcribe } = engines
    const facts = { durationMs: 1000, language: 'en', warnings: [] }
    engines.transcribe = async () => ({
      ...facts,
      engine: { name: 'moonshine', version: 'tiny', device: 'cpu' },
    })
    engine.reply = (_, response) => void response.end(speech)
    const { client } = await connect(baseUrl, mia.key)
    const arguments_ = { audio_url: `${engine.url}/a.ogg` }
    const done = await client.callTool({ name: 'transcribe', arguments: arguments_ })
    expect(done.structuredContent).toMatchObject({ job_status: 'DONE', percent: 100 })
    engines.transcribe = transcribe
    engine.reply = (_, response) => sendJson(response, 404, {})
    const failed = await client.callTool({ name: 'transcribe', arguments: arguments_ })
    expect([failed.isError, failed.structuredContent]).toMatchObject([
      true,
      { job_status: 'FAILED', errors: [{}] },
    ])
  })

  test('a video is waited for by its record', async () => {
    const { engines } = service.deps
    const { renderVideo } = engines
    engines.renderVideo = () => Promise.reject(new EngineError('no_encoder', 'No encoder.'))
    const { client } = await connect(baseUrl, mia.key)
    const parameters = { scenes: [{ title: 'A', duration_ms: 500 }] }
    const failed = await client.callTool({ name: 'generateVideo', arguments: { parameters } })
    expect([failed.isError, failed.structuredContent]).toMatchObject([
      true,
      { job_status: 'FAILED', payload: { errors: [{ code: 'no_encoder' }] } },
    ])
    engines.renderVideo = renderVideo
  })

  test('a transcription whose call is cancelled is stopped', async () => {
    engine.reply = () => new Promise(() => {})
    const { client } = await connect(baseUrl, mia.key)
    const cancel = new AbortController()
    const call = { name: 'transcribe', arguments: { audio_url: `${engine.url}/a.ogg` } }
    client.callTool(call, { signal: cancel.signal }).catch(() => {})
    await expect.poll(() => engine.received.length).toBe(1)
    cancel.abort()
    await expect
      .poll(async () => (await get('/transcription')).results[0].job_status)
      .toBe('FAILED')
  })
})

describe('work outlives its connection', () => {
  test('ending a session or disconnecting cancels nothing', async () => {
    const { client, transport } = await connect(baseUrl, mia.key)
    const taskId = await startLongWork(client)
    await transport.terminateSession()
    await client.close()
    // A later disconnect that does cancel: once it took effect, this one would have too.
    await withdrawByLeaving()
    expect((await get(`/tasks/${taskId}`)).state).not.toBe('REVOKED')
    await service.call('POST', `/api/v1/tasks/${taskId}/cancel`, { key: mia.key })
  })
})
