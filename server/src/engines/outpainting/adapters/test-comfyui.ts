import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { sendJson } from '../../../../test/fake-engine.ts'
import { readBody } from '../../../../test/local-servers.ts'

/** What a ComfyUI server does with a job: nothing yet, fail, or return these images. */
export type JobResult = 'waits' | { error: string } | { images: Uint8Array[] }

/** A server that speaks ComfyUI's protocol: uploads, queue, history, files and its socket. */
export function useComfyServer() {
  const state = {
    url: '',
    fate: 'waits' as JobResult,
    /** Runs the job after it was queued, for example to let it wait first. */
    uploads: new Map<string, Buffer>(),
    prompts: [] as { prompt: Record<string, unknown>; client_id: string }[],
    deleted: [] as unknown[],
    interrupted: [] as unknown[],
    polls: 0,
    /** Whether a job starts only once its socket is open. */
    needsSocket: false,
    refusal: undefined as object | undefined,
  }
  const sockets = new Map<string, WebSocket>()
  const server = createServer(async (request, response) => {
    const body = await readBody(request)
    const url = new URL(request.url ?? '', 'http://comfy')
    await answer(state, url, body, response, sockets)
  })
  const socketServer = new WebSocketServer({ server, path: '/ws' })
  socketServer.on('connection', (socket, request) => {
    const id = new URL(request.url ?? '', 'http://comfy').searchParams.get('clientId')
    sockets.set(id ?? '', socket)
    socket.send(JSON.stringify({ type: 'status', data: { status: {} } }))
  })
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    state.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  beforeEach(() => {
    state.uploads.clear()
    Object.assign(state, {
      prompts: [],
      deleted: [],
      interrupted: [],
      polls: 0,
      needsSocket: false,
      refusal: undefined,
    })
  })
  afterAll(async () => {
    for (const socket of sockets.values()) socket.terminate()
    socketServer.close()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return state
}

type State = ReturnType<typeof useComfyServer>

async function answer(
  state: State,
  url: URL,
  body: Buffer,
  response: ServerResponse,
  sockets: Map<string, WebSocket>,
): Promise<void> {
  if (url.pathname === '/upload/image') {
    const name = /filename="([^"]+)"/.exec(body.toString('latin1'))?.[1] ?? ''
    state.uploads.set(name, body)
    return sendJson(response, 200, { name, subfolder: 'from-atelier', type: 'input' })
  }
  if (url.pathname === '/prompt') {
    if (state.refusal) return sendJson(response, 400, state.refusal)
    state.prompts.push(JSON.parse(body.toString()))
    return sendJson(response, 200, { prompt_id: `job-${state.prompts.length}`, number: 1 })
  }
  if (url.pathname === '/queue') state.deleted.push(JSON.parse(body.toString()))
  if (url.pathname === '/interrupt') state.interrupted.push(JSON.parse(body.toString()))
  if (url.pathname === '/view') {
    const index = Number(/\d+/.exec(url.searchParams.get('filename') ?? '')?.[0])
    const images = typeof state.fate === 'object' && 'images' in state.fate ? state.fate.images : []
    return void response.end(images[index])
  }
  const id = /^\/history\/(.+)$/.exec(url.pathname)?.[1]
  if (id === undefined) return sendJson(response, 200, {})
  const socket = sockets.get(state.prompts.at(-1)?.client_id ?? '')
  if (state.needsSocket && !socket) return sendJson(response, 200, {})
  state.polls++
  const data = { value: state.polls, max: 4, prompt_id: id }
  socket?.send(JSON.stringify({ type: 'progress', data }))
  // The job runs while it is asked about; the socket's message arrives before the result.
  if (state.polls < 3 || state.fate === 'waits') return sendJson(response, 200, {})
  sendJson(response, 200, { [id]: buildEntry(state.fate) })
}

function buildEntry(fate: Exclude<JobResult, 'waits'>): object {
  if ('error' in fate) {
    const error = { node_type: 'KSampler', exception_message: fate.error }
    const messages = [
      ['execution_start', {}],
      ['execution_error', error],
    ]
    return { status: { status_str: 'error', completed: false, messages }, outputs: {} }
  }
  const images = fate.images.map((_, index) => ({
    ...{ filename: `out_${index}.png`, subfolder: '', type: 'output' },
  }))
  const preview = { filename: 'preview.png', subfolder: '', type: 'temp' }
  return {
    status: { status_str: 'success', completed: true, messages: [] },
    outputs: { 7: { images: [preview] }, 9: { images } },
  }
}
