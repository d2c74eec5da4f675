import { setTimeout as sleep } from 'node:timers/promises'
import type { Command } from 'commander'
import { NotReady, ServerRefused } from './errors.ts'

export interface Target {
  url: string
  key: string
}

// biome-ignore lint/suspicious/noExplicitAny: answers are read by commands that know their shape
type Answer = any

/** For commands that a server can do, or this machine. */
export function withServerOptions(command: Command): Command {
  return command
    .option('--url <url>', 'a server that does the work (default: ATELIER_URL, else this machine)')
    .option('--key <key>', 'its API key (default: ATELIER_API_KEY)')
    .option('--json', 'answer in JSON')
}

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
  return answerOf(target, response)
}

/** Keeps a file as an asset; it is sent as it is read. */
export async function uploadFile(target: Target, file: Blob, name: string): Promise<Answer> {
  const form = new FormData()
  form.set('file', file, name)
  const headers = { authorization: `Api-Key ${target.key}` }
  const url = `${target.url}/api/v1/assets/upload`
  return answerOf(target, await request(url, { method: 'POST', headers, body: form }))
}

const pollMs = 500

/** Follows a task to its end; one that fails is an error in its own words. */
export async function untilTaskEnds(
  target: Target,
  taskId: string,
  onProgress: (percent: number, stage: string) => void,
): Promise<Answer> {
  for (;;) {
    const task = await callServer(target, 'GET', `/api/v1/tasks/${taskId}`)
    if (task.status === 'SUCCESS') return task
    if (task.status === 'FAILURE') {
      throw new ServerRefused(422, task.info.detail.code, task.error)
    }
    if (task.status === 'REVOKED') throw new ServerRefused(409, 'cancelled', 'It was cancelled.')
    const waiting = task.queue_position > 0 ? `waiting, number ${task.queue_position}` : 'waiting'
    onProgress(task.progress?.percent ?? 0, task.progress?.stage || waiting)
    await sleep(pollMs)
  }
}

async function answerOf(target: Target, response: Response): Promise<Answer> {
  const answer = jsonOf(await response.text())
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
