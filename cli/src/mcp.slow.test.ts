import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { expectStatus, useService, useTenant } from '../../server/test/harness.ts'
import { bin, useAtelier } from './test-atelier.ts'

/** Calls the real command with the protocol's own client. */
const service = useService()
const atelier = useAtelier()
const open: Client[] = []
let baseUrl: string
const mia = useTenant(service)

beforeAll(async () => {
  baseUrl = await service.app.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(async () => {
  await Promise.all(open.splice(0).map((client) => client.close()))
})

async function connect(args: string[] = [], options = {}): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, options)
  open.push(client)
  const { PATH = '', HOME = '' } = process.env
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [bin, 'mcp', ...args],
      env: { PATH, HOME, ATELIER_URL: baseUrl, ATELIER_API_KEY: mia.key },
      stderr: 'ignore',
    }),
  )
  return client
}

async function questions() {
  return (await service.call('GET', '/api/v1/questions?status=open', { key: mia.key })).body.results
}

const ask = { title: 'Monday?', message: 'All set.', kind: 'text' }

describe.each([
  ['of today', {}],
  ['of 2026', { versionNegotiation: { mode: 'auto' } }],
])('a client %s over stdio', (_, options) => {
  test('lists, calls, follows progress, gets an answer and cancels', async () => {
    const client = await connect(['--toolsets', 'boards,questions'], options)
    const names = (await client.listTools()).tools.map(({ name }) => name)
    expect([names.includes('create_board'), names.includes('create_project')]).toEqual([
      true,
      false,
    ])
    const made = await client.callTool({ name: 'createBoard', arguments: { title: 'Launch' } })
    expect(made.structuredContent).toMatchObject({ title: 'Launch' })

    let beats = 0
    const asking = client.callTool(
      { name: 'ask_person', arguments: ask },
      { onprogress: () => beats++ },
    )
    await expect.poll(async () => (await questions()).length).toBe(1)
    const [{ id }] = await questions()
    const body = { value: 'Yes.' }
    const answer = { token: mia.token, body }
    await expectStatus(200, service.call('POST', `/api/v1/questions/${id}/answer`, answer))
    expect((await asking).structuredContent).toMatchObject({ answer: { value: 'Yes.' } })
    expect(beats).toBeGreaterThan(0)

    const cancel = new AbortController()
    const call = { name: 'ask_person', arguments: ask }
    client.callTool(call, { signal: cancel.signal }).catch(() => {})
    await expect.poll(async () => (await questions()).length).toBe(1)
    cancel.abort()
    await expect.poll(async () => (await questions()).length).toBe(0)
  })
})

describe('without a server', () => {
  test('a missing key is reported immediately', async () => {
    const { code, stderr } = await atelier.run(['mcp'], { env: { ATELIER_URL: baseUrl } })
    expect([code === 0, stderr]).toEqual([false, expect.stringContaining('ATELIER_API_KEY')])
  })

  test('a wrong key is reported to the client', async () => {
    await expect(connect(['--key', 'nonsense'])).rejects.toThrow(
      /Atelier does not answer.*401|credential/i,
    )
  })
})
