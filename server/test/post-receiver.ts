import { Webhook } from 'standardwebhooks'
import { type LocalServer, readBody, startHttpServer } from './local-servers.ts'

interface ReceivedPost {
  id: string
  type: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into what came
  data: any
}

export interface PostReceiver extends LocalServer {
  secret: string
  /** Each id once, as a receiver for Standard Webhooks keeps them. */
  posts: ReceivedPost[]
  /** Every call, including repeated ones. */
  calls: ReceivedPost[]
  /** What to do with the next calls: accept and hang up, or respond with a status. */
  next: ('hang up' | number)[]
}

/** A receiver that accepts posts by webhook and verifies their signatures. */
export async function startReceiver(): Promise<PostReceiver> {
  const secret = `whsec_${Buffer.from('a secret of twenty-four b').toString('base64')}`
  const state = {
    secret,
    posts: [] as ReceivedPost[],
    calls: [] as ReceivedPost[],
    next: [] as PostReceiver['next'],
  }
  const server = await startHttpServer(async (request, response) => {
    const body = String(await readBody(request))
    const id = String(request.headers['webhook-id'])
    // Doesn't check the age of a post: tests move the service's clock.
    const at = new Date(Number(request.headers['webhook-timestamp']) * 1000)
    if (request.headers['webhook-signature'] !== new Webhook(secret).sign(id, at, body)) {
      return void response.writeHead(401).end('{"error":"the signature is wrong"}')
    }
    const { type, data } = JSON.parse(body)
    const planned = state.next.shift()
    if (typeof planned === 'number') return void response.writeHead(planned).end()
    const call = { id, type, data }
    state.calls.push(call)
    if (!state.posts.some((post) => post.id === id)) state.posts.push(call)
    if (planned === 'hang up') return void request.socket.destroy()
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ id: `n-${id}`, url: `https://news.example/${id}` }))
  })
  return Object.assign(server, state)
}
