import { json } from 'node:stream/consumers'
import { type ClientOptions, WebSocket } from 'ws'
import { until } from './server-client.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests look into what came back
type Frame = any

/** A client of `/api/v1/ws`. */
export interface Follower {
  socket: WebSocket
  frames: Frame[]
  /** The frames that are events. */
  events(): Frame[]
  /** Waits for a matching frame. */
  waitForFrame(what: string, isIt: (frame: Frame) => boolean): Promise<Frame>
  /** The close code. */
  closed: Promise<number>
}

interface Handshake {
  status: number
  headers: Record<string, unknown>
  /** The problem, if the handshake was refused. */
  body: Frame
  follower: Follower | undefined
}

/** Tries to connect; a refusal is a result like any other. */
export function connect(url: string, options: ClientOptions = {}): Promise<Handshake> {
  const { promise, resolve, reject } = Promise.withResolvers<Handshake>()
  const socket = new WebSocket(url.replace(/^http/, 'ws'), options)
  const follower = createFollower(socket)
  socket.on('unexpected-response', (_request, response) => {
    const { statusCode: status = 0, headers } = response
    json(response).then((body) => resolve({ status, headers, body, follower: undefined }), reject)
  })
  socket.on('error', reject)
  socket.on('open', () => resolve({ status: 101, headers: {}, body: undefined, follower }))
  return promise
}

/** Connects and waits for the first frame. */
export async function follow(url: string, options?: ClientOptions): Promise<Follower> {
  const { status, body, follower } = await connect(url, options)
  if (!follower) throw new Error(`No socket: ${status} ${JSON.stringify(body)}`)
  await follower.waitForFrame('the first frame', () => true)
  return follower
}

export function withKey(key: string): ClientOptions {
  return { headers: { authorization: `Api-Key ${key}` } }
}

function createFollower(socket: WebSocket): Follower {
  const frames: Frame[] = []
  const closed = new Promise<number>((resolve) => socket.on('close', resolve))
  socket.on('message', (data) => frames.push(JSON.parse(String(data))))
  return {
    socket,
    frames,
    closed,
    events: () => frames.filter(({ id }) => id !== undefined),
    waitForFrame: (what, isIt) => until(what, async () => frames.find(isIt)),
  }
}
