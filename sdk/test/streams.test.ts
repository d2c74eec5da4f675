import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildApp } from '../../server/src/app.ts'
import { catchError } from '../../server/test/catch-error.ts'
import { useTenant } from '../../server/test/harness.ts'
import { until } from '../../server/test/server-client.ts'
import { startTcpProxy } from '../../server/test/tcp-proxy.ts'
import { type Atelier, isUnauthorized, type LiveEvent, SocketClosed } from '../src/index.ts'
import { readEvents } from '../src/server-sent-events.ts'
import { useServer } from './use-server.ts'

/** Streams over a connection that gets cut; events in the meantime must not be missed. */
const server = useServer()
let proxy: Awaited<ReturnType<typeof startTcpProxy>>
const mia = useTenant(server.service, beforeEach)
let atelier: Atelier
let overLine: Atelier

beforeAll(async () => {
  proxy = await startTcpProxy(server.baseUrl)
})
afterAll(() => proxy.close())
beforeEach(async () => {
  atelier = server.createClient(mia)
  overLine = server.createClient(mia, { baseUrl: proxy.baseUrl })
})

const name = (event: { data: Record<string, unknown> }) => event.data.name as string
const make = (title: string) => atelier.teamspaces.create({ name: title })

describe('events', () => {
  test('are followed without a gap across lost connections', async () => {
    await make('a')
    const leaving = new AbortController()
    const received: string[] = []
    const following = (async () => {
      const events = overLine.events.follow({ after: 0, signal: leaving.signal })
      for await (const event of events)
        if (event.type === 'teamspace.created') received.push(name(event))
    })()
    await until('a', async () => received.includes('a'))
    proxy.cut()
    await make('b')
    await until('b', async () => received.includes('b'))
    await make('c')
    await until('c', async () => received.includes('c'))
    proxy.cut()
    await make('d')
    await make('e')
    await until('e', async () => received.includes('e'))
    expect(received).toEqual(['a', 'b', 'c', 'd', 'e'])
    leaving.abort(new Error('enough'))
    expect((await catchError(following)).message).toBe('enough')
  })

  test('miss nothing if the connection is lost before the first event', async () => {
    const happened = async (count: number) =>
      (await atelier.events.list({ after: 0 })).results.length === count
    await until('what made this workspace', () => happened(1))
    const own = await startTcpProxy(server.baseUrl)
    const events = server.createClient(mia, { baseUrl: own.baseUrl }).events.follow()
    const first = events.next()
    await until('the place where it begins', async () => own.heard().includes('\nid: '))
    own.redirectTo('http://127.0.0.1:1') // nothing listens there
    own.cut()
    await make('a')
    await until('a', () => happened(2))
    own.redirectTo(server.baseUrl)
    const event = await first
    expect(event.value && [event.value.type, name(event.value)]).toEqual(['teamspace.created', 'a'])
    await events.return()
    await own.close()
  })

  test('end when the credential ends', async () => {
    const key = await server.service.keyWith(mia, ['events:read'])
    const agent = server.createClient({ key }, { baseUrl: proxy.baseUrl })
    const following = catchError(
      (async () => {
        for await (const _ of agent.events.follow({ after: 0 })) {
          // The events don't matter here.
        }
      })(),
    )
    await until('the stream', async () => proxy.connections() > 0)
    for await (const { id, prefix } of atelier.apiKeys.list.all()) {
      if (key.includes(prefix)) await atelier.apiKeys.revoke(id)
    }
    await make('something to tell')
    expect(isUnauthorized(await following)).toBe(true)
  })

  test('disconnect when the caller stops listening', async () => {
    const own = await startTcpProxy(server.baseUrl)
    const events = server.createClient(mia, { baseUrl: own.baseUrl }).events.follow({ after: 0 })
    await make('a')
    for await (const _ of events) break
    await until('the connection to end', async () => own.open() === 0)
    await own.close()
  })

  test('answers to questions arrive the same way', async () => {
    const { question_id = '' } = await atelier.notifications.send({
      userId: String(mia.userId),
      workspaceId: String(mia.workspaceId),
      title: 'Shall we start?',
      message: 'Everything is in place.',
      category: 'agentNeedsInput',
      threadId: 'launch/1',
      question: { kind: 'approval' },
    })
    const person = server.signIn(mia)
    await person.questions.answer(question_id, { value: 'approved' })
    for await (const answer of atelier.threads.followAnswers('launch/1')) {
      expect(answer).toMatchObject({ question_id })
      break
    }
  })
})

describe('a socket', () => {
  function listen(client: Atelier, options: { lastEventId?: number } = {}) {
    const received: LiveEvent[] = []
    const states: string[] = []
    let reason: unknown
    const connection = client.live.connect({
      ...options,
      streams: 'workspace',
      onEvent: (event) => received.push(event),
      onState: (state, why) => {
        states.push(state)
        reason = why
      },
    })
    const names = () => received.filter(({ type }) => type === 'teamspace.created').map(name)
    return { connection, states, received, names, reason: () => reason }
  }

  test('reconnects without missing events', async () => {
    const { connection, states, names } = listen(overLine)
    await until('open', async () => connection.state === 'open')
    proxy.cut() // before any event
    await make('a')
    await until('a', async () => names().includes('a'))
    proxy.cut()
    await make('b')
    await make('c')
    await until('c', async () => names().includes('c'))
    expect(names()).toEqual(['a', 'b', 'c'])
    expect(states.slice(0, 5)).toEqual(['connecting', 'open', 'waiting', 'connecting', 'open'])
    connection.close()
    await until('closed', async () => connection.state === 'closed')
    await make('d')
    expect(names()).toEqual(['a', 'b', 'c'])
  })

  test('reconnects when its server stops', async () => {
    const stopping = new AbortController()
    const other = await buildApp(server.service.deps, stopping.signal)
    const moving = await startTcpProxy(await other.listen({ port: 0, host: '127.0.0.1' }))
    const { connection, names } = listen(server.createClient(mia, { baseUrl: moving.baseUrl }))
    await until('open', async () => connection.state === 'open')
    await make('a')
    await until('a', async () => names().includes('a'))
    moving.redirectTo(server.baseUrl)
    stopping.abort() // closes its sockets with 1001
    await make('b')
    await until('b', async () => names().includes('b'))
    expect(names()).toEqual(['a', 'b'])
    connection.close()
    moving.cut()
    await other.close()
    await moving.close()
  })

  test('resumes later from its last position', async () => {
    const before = listen(atelier)
    await until('open', async () => before.connection.state === 'open')
    before.connection.close()
    await make('a')
    const lastEventId = before.connection.lastEventId as number
    const after = listen(atelier, { lastEventId })
    await until('a', async () => after.names().includes('a'))
    after.connection.close()
  })

  test('does not reconnect with an expired or wrong credential', async () => {
    const key = await server.service.keyWith(mia, ['events:read', 'notifications:read'])
    const agent = listen(server.createClient({ key }))
    await until('open', async () => agent.connection.state === 'open')
    for await (const { id, prefix } of atelier.apiKeys.list.all()) {
      if (key.includes(prefix)) await atelier.apiKeys.revoke(id)
    }
    await until('closed', async () => agent.connection.state === 'closed')
    expect(agent.reason()).toBeInstanceOf(SocketClosed)
    expect((agent.reason() as SocketClosed).code).toBe(4001)
    const wrong = listen(server.createClient({ key: 'wrong' }))
    await until('closed', async () => wrong.connection.state === 'closed')
    expect(isUnauthorized(wrong.reason())).toBe(true)
  })
})

describe('server-sent events', () => {
  async function read(...pieces: string[]) {
    const bytes = pieces.map((piece) => new TextEncoder().encode(piece))
    const body = new ReadableStream<Uint8Array>({
      start: (stream) => {
        for (const piece of bytes) stream.enqueue(piece)
        stream.close()
      },
    })
    const events: unknown[] = []
    for await (const event of readEvents(body)) events.push(event)
    return events
  }

  test('are read in any chunks and with any line endings', async () => {
    const wanted = [
      { id: '1', event: 'task', data: 'a\nb' },
      { id: undefined, event: 'message', data: 'ö' },
    ]
    const text = ': hello\n\nid: 1\nevent: task\ndata: a\ndata:b\n\ndata: ö\n\nid: 2\ndata: cut off'
    expect(await read(text)).toEqual(wanted)
    expect(await read(...text)).toEqual(wanted)
    expect(await read(...text.replaceAll('\n', '\r\n'))).toEqual(wanted)
    expect(await read(...text.replaceAll('\n', '\r'))).toEqual(wanted)
  })

  test('a silent connection times out', async () => {
    const silent = new ReadableStream<Uint8Array>()
    expect((await catchError(readEvents(silent, 20).next())).message).toContain('20 ms')
  })
})
