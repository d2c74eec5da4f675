import { beforeAll, describe, expect, test } from 'vitest'
import { expectStatus, useService, useTenant } from '../../../test/harness.ts'
import { draw, png } from '../../../test/scenes.ts'
import { dataUrl } from '../../../test/tool-runs.ts'

/** Long work and questions for clients of the 2026 revision, which keep no connection. */
const service = useService()
const mia = useTenant(service)
let image: string

beforeAll(async () => {
  image = dataUrl(await png(draw(16, 16, () => [200, 180, 40])))
})

const tasksExtension = 'io.modelcontextprotocol/tasks'
const revision = '2026-07-28'

/** One request, as such a client sends it. */
async function ask(
  method: string,
  params: Record<string, unknown>,
  capabilities: object = { extensions: { [tasksExtension]: {} } },
  key = mia.key,
) {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': revision,
    'io.modelcontextprotocol/clientCapabilities': capabilities,
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  }
  const name = params.name ?? params.taskId
  const { text } = await service.call('POST', '/mcp', {
    key,
    headers: {
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': revision,
      'mcp-method': method,
      ...(name !== undefined && { 'mcp-name': String(name) }),
    },
    body: { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: meta } },
  })
  const data = text.startsWith('{') ? text : (text.match(/^data: (\{.*)$/m)?.[1] ?? '{}')
  return JSON.parse(data)
}

const edit = () => ({
  name: 'edit_image',
  arguments: { image, action: 'convert', format: 'webp' },
})
const question = { title: 'Publish?', message: 'Today.', kind: 'approval' }
const askCall = { name: 'ask_person', arguments: question }
/** The client opened the page. */
const accept = { answer: { action: 'accept' } }
/** A client that says what the person answered. */
const claim = { answer: { action: 'accept', content: { answer: 'approved' } } }
const page = {
  method: 'elicitation/create',
  params: {
    mode: 'url',
    message: 'Publish?\n\nToday.',
    url: expect.stringContaining('/threads/'),
  },
}

/** The person signs in and approves the newest question. */
async function approve(): Promise<string> {
  const { body } = await service.call('GET', '/api/v1/questions?status=open', { key: mia.key })
  const [{ id }] = body.results
  const answer = { token: mia.token, body: { value: 'approved' } }
  await expectStatus(200, service.call('POST', `/api/v1/questions/${id}/answer`, answer))
  return id
}

describe('the Tasks extension', () => {
  test('work is a task that any request can follow to its result', async () => {
    const { result } = await ask('tools/call', edit())
    expect(result).toMatchObject({ resultType: 'task', pollIntervalMs: 2000 })
    const { taskId } = result
    await expect
      .poll(async () => (await ask('tasks/get', { taskId })).result.status)
      .toBe('completed')
    const done = (await ask('tasks/get', { taskId })).result
    expect(done.result.content).toMatchObject([
      { type: 'text', text: expect.stringContaining('SUCCESS') },
      { type: 'resource_link', mimeType: 'image/webp' },
    ])
    const stranger = await service.tenant()
    const theirs = await ask('tasks/get', { taskId }, undefined, stranger.key)
    const none = await ask('tasks/get', { taskId: 'task:none' })
    expect([theirs.error.code, none.error.code]).toEqual([-32_602, -32_602])
  })

  test('a question is a task that shows its page; the answer there ends it', async () => {
    const { taskId, status } = (await ask('tools/call', askCall)).result
    expect(status).toBe('input_required')
    const { inputRequests } = (await ask('tasks/get', { taskId })).result
    expect(inputRequests.answer).toMatchObject(page)
    await ask('tasks/update', { taskId, inputResponses: claim })
    expect((await ask('tasks/get', { taskId })).result.status).toBe('input_required')
    await approve()
    const ended = (await ask('tasks/get', { taskId })).result
    expect([ended.status, ended.result.structuredContent.answer.value]).toEqual([
      'completed',
      'approved',
    ])
    const other = await service.keyWith(mia, ['notifications:read', 'notifications:send'])
    expect((await ask('tasks/get', { taskId }, undefined, other)).error.code).toBe(-32_602)
  })

  test('cancelling the task of a question withdraws it', async () => {
    const { taskId } = (await ask('tools/call', askCall)).result
    await ask('tasks/cancel', { taskId })
    expect((await ask('tasks/get', { taskId })).result.status).toBe('cancelled')
  })
})

describe('input_required', () => {
  const pages = { elicitation: { url: {} } }

  test('a client that opens pages gets the answer with the repeated call', async () => {
    const first = (await ask('tools/call', askCall, pages)).result
    expect(first).toMatchObject({ resultType: 'input_required', inputRequests: { answer: page } })
    const { requestState } = first
    const again = { ...askCall, inputResponses: accept, requestState }
    const id = await approve()
    const { result } = await ask('tools/call', again, pages)
    expect(result.structuredContent).toMatchObject({
      status: 'answered',
      question_id: id,
      answered_by: { id: mia.userId, type: 'person' },
      answered_via: 'api',
    })
    expect(result.content[0].text).toContain('approved')
  })

  test('the client cannot answer with the repeated call', async () => {
    const { requestState } = (await ask('tools/call', askCall, pages)).result
    const again = { name: 'ask_person', arguments: { ...question, wait_seconds: 0 } }
    const claimed = { ...again, inputResponses: claim, requestState }
    const { result } = await ask('tools/call', claimed, pages)
    expect(result.structuredContent).toMatchObject({ status: 'open', answer: null })
    await approve()
  })

  test('state that was changed, or belongs to another credential, is refused', async () => {
    const { requestState } = (await ask('tools/call', askCall, pages)).result
    const with_ = (state: string) => ({ ...askCall, inputResponses: accept, requestState: state })
    const changed = await ask('tools/call', with_(`x${requestState}`), pages)
    const stranger = await service.tenant()
    const stolen = await ask('tools/call', with_(requestState), pages, stranger.key)
    expect([changed.error.code, stolen.error.code]).toEqual([-32_602, -32_602])
  })
})
