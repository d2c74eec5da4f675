import { describe, expect, test } from 'vitest'
import { type Tenant, useService } from '../../../test/harness.ts'
import { publish } from './publish.ts'

const service = useService()

async function createTeamspace({ key }: Tenant, name: string): Promise<number> {
  const { body } = await service.call('POST', '/api/v1/workspaces/teamspaces', {
    key,
    body: { name },
  })
  return body.id
}

async function numbered(tenant: Tenant, count: number) {
  return expect
    .poll(async () => {
      const { body } = await service.call('GET', '/api/v1/events?limit=1000', { key: tenant.key })
      return body.results.length
    })
    .toBe(count)
}

describe('GET /events', () => {
  test('200 lists who did what to which object, in order, and continues after the last', async () => {
    const mia = await service.tenant()
    const first = await createTeamspace(mia, 'A')
    await createTeamspace(mia, 'B')
    await numbered(mia, 3) // the tenant's own key is the first
    const { body } = await service.call('GET', '/api/v1/events?limit=2', { key: mia.key })
    expect(body.results[1]).toMatchObject({
      type: 'teamspace.created',
      actor: { id: mia.userId, kind: 'agent', name: 'Test key', via: 'api' },
      object: { type: 'teamspace', id: first },
      data: { name: 'A', slug: 'a' },
      request_id: expect.any(String),
    })
    const next = await service.call('GET', `/api/v1/events?after=${body.last_seq}`, {
      key: mia.key,
    })
    expect(next.body.results).toHaveLength(1)
    expect(next.body.results[0].seq).toBeGreaterThan(body.last_seq)
  })

  test('a change that is rolled back leaves no event', async () => {
    const mia = await service.tenant()
    const actor = {
      workspaceId: mia.workspaceId,
      kind: 'user',
      userId: mia.userId,
      name: 'x',
      via: 'api',
    }
    await expect(
      service.deps.db.transaction(mia.workspaceId, async (tx) => {
        await publish(tx, { ...actor, requestId: null } as never, {
          type: 'teamspace.created',
          object: { type: 'teamspace', id: 1 },
          data: {},
          at: new Date(),
        })
        throw new Error('changed my mind')
      }),
    ).rejects.toThrow('changed my mind')
    await createTeamspace(mia, 'after')
    await numbered(mia, 2)
  })

  test('a reader who continues after the last seen event misses nothing under load', async () => {
    const mia = await service.tenant()
    const seen: number[] = []
    let after = 0
    let writing = true
    const read = async () => {
      const { body } = await service.call('GET', `/api/v1/events?after=${after}&limit=7`, {
        key: mia.key,
      })
      seen.push(...body.results.map((event: { seq: number }) => event.seq))
      after = body.last_seq
      return body.results.length
    }
    const reader = (async () => {
      while (writing) await read()
    })()
    await Promise.all(Array.from({ length: 60 }, (_, at) => createTeamspace(mia, `Space ${at}`)))
    await numbered(mia, 61)
    writing = false
    await reader
    while ((await read()) > 0);
    expect(seen).toHaveLength(61)
    expect(seen).toEqual([...seen].sort((a, b) => a - b))
  })
})

describe('GET /events/stream', () => {
  test('sends what happens, resumes after Last-Event-ID, ends when the key is revoked', async () => {
    const mia = await service.tenant()
    const baseUrl = await service.app.listen({ port: 0, host: '127.0.0.1' })
    const { body: own } = await service.call('POST', '/api/v1/api-keys', {
      key: mia.key,
      body: { name: 'Follower' },
    })
    const follow = async (headers: Record<string, string> = {}) => {
      const response = await fetch(`${baseUrl}/api/v1/events/stream`, {
        headers: { authorization: `Api-Key ${own.key}`, ...headers },
      })
      expect(response.headers.get('content-type')).toContain('text/event-stream')
      return lines(response.body as ReadableStream<Uint8Array>)
    }
    const stream = await follow()
    await stream.next('hello')
    await createTeamspace(mia, 'Live')
    expect(await stream.next('"Live"')).toMatch(/^data: /)
    const resumed = await follow({ 'last-event-id': '0' })
    expect(await resumed.next('data:')).toContain('api_key.created')
    await service.call('DELETE', `/api/v1/api-keys/${own.id}`, { key: mia.key })
    await stream.ended
    await resumed.ended
  })
})

/** Reads a stream line by line until a line contains the given text. */
function lines(stream: ReadableStream<Uint8Array>) {
  const waiting: string[] = []
  let wake = () => {}
  let done = false
  const ended = (async () => {
    const decoder = new TextDecoder()
    let rest = ''
    for await (const chunk of stream) {
      const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n')
      rest = parts.pop() as string
      waiting.push(...parts)
      wake()
    }
    done = true
    wake()
  })()
  async function next(wanted: string): Promise<string> {
    for (;;) {
      const line = waiting.shift()
      if (line?.includes(wanted)) return line
      if (line !== undefined) continue
      if (done) throw new Error('the stream has ended')
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }
  return { next, ended }
}
