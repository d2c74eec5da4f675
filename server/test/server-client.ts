import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer, CallOptions } from './harness.ts'

/** A server to call: its URL and the key of its owner. */
export interface ServerAccess {
  baseUrl: string
  key: string
}

export interface StreamedEvent {
  seq: number
  type: string
  object: { type: string; id: number | string }
}

/** An open `/api/v1/events/stream`. */
export interface EventStream {
  events: StreamedEvent[]
  /** "ended" by the server as expected, or "broken off". */
  end: Promise<'ended' | 'broken off'>
  close(): void
}

export const teamspaces = '/api/v1/workspaces/teamspaces'

/** A request over the network. Uses the owner's key by default; `key: ''` sends none. */
export async function call(
  { baseUrl, key: ownersKey }: ServerAccess,
  method: string,
  path: string,
  { key = ownersKey, body, headers = {} }: CallOptions = {},
): Promise<Answer> {
  const response = await fetch(baseUrl + path, {
    method,
    headers: {
      ...(key && { authorization: `Api-Key ${key}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(20_000),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json')
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: isJson && text ? JSON.parse(text) : undefined,
    text,
  }
}

/** Returns the body of a response that must be a success. */
export async function request(
  server: ServerAccess,
  method: string,
  path: string,
  options?: CallOptions,
): Promise<Answer['body']> {
  const { status, body, text } = await call(server, method, path, options)
  if (status < 200 || status > 299) throw new Error(`${method} ${path}: ${status} ${text}`)
  return body
}

/** Creates a teamspace and returns its id. */
export async function createTeamspace(server: ServerAccess, name: string): Promise<number> {
  const { id } = await request(server, 'POST', teamspaces, { body: { name } })
  return id
}

/** The `seq` of the newest event, for following the events after it. */
export async function newestSeq(server: ServerAccess): Promise<number> {
  for (let after = 0; ; ) {
    const page = await request(server, 'GET', `/api/v1/events?after=${after}&limit=1000`)
    if (page.results.length === 0) return after
    after = page.last_seq
  }
}

/** Follows events; resolves once the server has started to respond. */
export async function openStream(
  { baseUrl, key }: ServerAccess,
  after: number,
): Promise<EventStream> {
  const leaving = new AbortController()
  const response = await fetch(`${baseUrl}/api/v1/events/stream?after=${after}`, {
    headers: { authorization: `Api-Key ${key}` },
    signal: leaving.signal,
  })
  if (response.status !== 200 || !response.body) {
    throw new Error(`No stream: ${response.status} ${await response.text()}`)
  }
  const events: StreamedEvent[] = []
  const end = readInto(events, response.body).then(
    () => 'ended' as const,
    () => 'broken off' as const,
  )
  return { events, end, close: () => leaving.abort() }
}

async function readInto(events: StreamedEvent[], body: ReadableStream<Uint8Array>): Promise<void> {
  let unread = ''
  for await (const text of body.pipeThrough(new TextDecoderStream())) {
    const blocks = (unread + text).split('\n\n')
    unread = blocks.pop() as string
    for (const block of blocks) {
      const data = block.split('\n').find((line) => line.startsWith('data: '))
      if (data) events.push(JSON.parse(data.slice('data: '.length)))
    }
  }
}

/** Waits for an event about an object. */
export async function waitForEvent(
  stream: EventStream,
  id: number | string,
): Promise<StreamedEvent> {
  return until(`an event about ${id}`, async () =>
    stream.events.find(({ object }) => object.id === id),
  )
}

/** Polls until the result is neither undefined nor false. */
export async function until<T>(
  what: string,
  check: () => Promise<T | undefined | false>,
  deadlineMs = 280_000,
): Promise<T> {
  for (const end = Date.now() + deadlineMs; ; ) {
    const found = await check()
    if (found !== undefined && found !== false) return found
    if (Date.now() > end) throw new Error(`Waited ${deadlineMs} ms in vain for: ${what}`)
    await sleep(25)
  }
}

/** Fails if `work` doesn't finish in time. */
export async function within<T>(deadlineMs: number, what: string, work: Promise<T>): Promise<T> {
  const timer = new AbortController()
  const tooLate = sleep(deadlineMs, undefined, { signal: timer.signal }).then(() => {
    throw new Error(`${what} took more than ${deadlineMs} ms`)
  })
  try {
    return await Promise.race([work, tooLate])
  } finally {
    timer.abort()
  }
}
