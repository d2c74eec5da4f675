import { NotReady, ServerRefused } from './errors.ts'

export interface Target {
  url: string
  key: string
}

// biome-ignore lint/suspicious/noExplicitAny: answers are read by commands that know their shape
type Answer = any

/** The server that is to do the work, from the options or the environment; none without either. */
export function targetOf(options: { url?: string; key?: string }): Target | undefined {
  const url = options.url ?? process.env.ATELIER_URL
  const key = options.key ?? process.env.ATELIER_API_KEY
  if (!url) return undefined
  if (!URL.canParse(url)) throw new NotReady(`"${url}" is no address of a server.`)
  if (key) return { url: url.replace(/\/+$/, ''), key }
  throw new NotReady(
    'A server wants a key: give --key or set ATELIER_API_KEY. Make one with: atelier keys create',
  )
}

export async function callServer(
  target: Target,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer> {
  const response = await request(`${target.url}${path}`, {
    method,
    headers: {
      authorization: `Api-Key ${target.key}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const answer = jsonOf(text)
  if (response.ok && answer) return answer
  const { code = 'failed', detail } = answer ?? {}
  const said = detail ?? `${target.url} answered with status ${response.status}, not like Atelier.`
  throw new ServerRefused(response.status, code, said)
}

export async function download(url: string): Promise<Uint8Array> {
  const response = await request(url, {})
  if (!response.ok) throw new ServerRefused(response.status, 'failed', 'The result is gone.')
  return new Uint8Array(await response.arrayBuffer())
}

async function request(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch {
    throw new NotReady(`${new URL(url).origin} does not answer. Is the server running?`)
  }
}

function jsonOf(text: string) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
