import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import type { Answer } from '../harness.ts'
import type { ServerProcess } from '../processes.ts'
import { call, request, teamspaces, until } from '../server-client.ts'
import { sample } from '../soak.ts'
import { type EventReceiver, startEventReceiver } from './event-receiver.ts'
import type { Fleet } from './fleet.ts'

/** Clients that write to a fleet without pause and remember what was acknowledged. */
export interface Load {
  receiver: EventReceiver
  acknowledged: Record<Kind, Set<string>>
  /** Ids of image tasks that were accepted. */
  tasks: string[]
  /** Responses that a retrying client can't handle; there must be none. */
  unexpected: string[]
  /** The slowest response since the last call, in milliseconds. */
  slowestMs(): number
  stop(): Promise<void>
}

type Kind = 'teamspace' | 'board task' | 'notification'

const writers = sample(1, 4)
const pauseMs = 120

export async function startLoad(fleet: Pick<Fleet, 'api'>): Promise<Load> {
  const receiver = await startEventReceiver()
  const owner = fleet.api[0] as ServerProcess
  await request(owner, 'POST', '/api/v1/webhooks/subscriptions', {
    body: { url: receiver.url, event_types: ['teamspace.created', 'pm_task.created'] },
  })
  const { id: board } = await request(owner, 'POST', '/api/v1/pm/boards', {
    body: { title: 'Fleet' },
  })
  const image = await smallImage()
  const state = { isWriting: true, slowestMs: 0, next: 1 }
  const load = {
    receiver,
    acknowledged: { teamspace: new Set(), 'board task': new Set(), notification: new Set() },
    tasks: [],
    unexpected: [],
    slowestMs: () => {
      const { slowestMs } = state
      state.slowestMs = 0
      return slowestMs
    },
    stop: async () => {
      state.isWriting = false
      await Promise.all(working)
    },
  } as Load

  /** Sends a request with its key, to one process after another, until it is acknowledged. */
  async function send(name: string, path: string, body: object) {
    const headers = { 'idempotency-key': name }
    for (let attempt = state.next; ; attempt++) {
      const server = fleet.api[attempt % fleet.api.length] as ServerProcess
      const startedAt = performance.now()
      const answer = await call(server, 'POST', path, { body, headers }).catch(() => undefined)
      if (answer) state.slowestMs = Math.max(state.slowestMs, performance.now() - startedAt)
      if (answer && answer.status < 300) return answer.body
      if (answer && !isRetryable(answer)) {
        load.unexpected.push(`${name}: ${answer.status} ${answer.text}`)
        return undefined
      }
      await sleep(200)
    }
  }

  async function write(): Promise<void> {
    while (state.isWriting) {
      const number = state.next++
      const name = `write-${number}`
      if (number % 20 === 0) {
        const body = { image_url: image, output_format: 'webp' }
        const task = await send(name, '/api/v1/tools/convert-format', body)
        if (task) load.tasks.push(task.task_id)
      } else {
        const [kind, path, body] = chooseWrite(number, name, board)
        if (await send(name, path, body)) load.acknowledged[kind].add(name)
      }
      await sleep(pauseMs)
    }
  }
  const working = Array.from({ length: writers }, write)
  return load
}

/** Also a request whose first attempt is still running. */
function isRetryable({ status, body }: Answer): boolean {
  return [429, 503, 507].includes(status) || body?.code === 'idempotency_key_in_use'
}

function chooseWrite(number: number, name: string, board: number): [Kind, string, object] {
  if (number % 3 === 0) return ['teamspace', teamspaces, { name, slug: name }]
  if (number % 3 === 1) return ['board task', '/api/v1/pm/tasks', { board, title: name }]
  const notification = { userId: '1', workspaceId: '1', title: name, message: 'Hello' }
  const body = { ...notification, category: 'agentNudge' }
  return ['notification', '/api/v1/service/agent/notify', body]
}

async function smallImage(): Promise<string> {
  const flat = { width: 64, height: 64, channels: 3 as const, background: '#8ac' }
  const bytes = await sharp({ create: flat }).png().toBuffer()
  return `data:image/png;base64,${bytes.toString('base64')}`
}

/** Names in the lists, each as often as it occurs. */
export async function listNames(server: ServerProcess, kind: Kind): Promise<string[]> {
  const [path, field] = {
    teamspace: [teamspaces, 'name'],
    'board task': ['/api/v1/pm/tasks', 'title'],
    notification: ['/api/v1/notifications', 'title'],
  }[kind] as [string, string]
  const names: string[] = []
  for (let page = 1; ; page++) {
    const { results, next } = await request(server, 'GET', `${path}?page=${page}&page_size=100`)
    names.push(...results.map((one: Record<string, string>) => one[field]))
    if (next === null) return names
  }
}

/** Waits until every server writes, an event arrives at the webhook, and a new task ends. */
export async function waitForRecovery(fleet: Pick<Fleet, 'api'>, load: Load): Promise<void> {
  const tasksBefore = load.tasks.length
  for (const server of fleet.api) {
    const name = `recovered-${Math.random()}`
    let last = ''
    const made = await until(
      'a write',
      async () => {
        const body = { name, slug: name.replace('.', '-') }
        const headers = { 'idempotency-key': name }
        const answer = await call(server, 'POST', teamspaces, { body, headers }).catch(String)
        if (typeof answer === 'string') {
          last = answer
          return false
        }
        last = answer.text
        if (answer.status !== 201 && !isRetryable(answer)) throw new Error(answer.text)
        return answer.status === 201 && answer.body
      },
      maxWaitMs,
    ).catch((error) => {
      throw new Error(`${server.baseUrl}: ${error.message}, the last answer was ${last}`)
    })
    await until('its event', async () => load.receiver.ids.has(made.id), maxWaitMs)
  }
  const server = fleet.api[0] as ServerProcess
  await until('a new task', async () => load.tasks.length > tasksBefore, maxWaitMs)
  await waitForSuccess(server, load.tasks.at(-1) as string)
}

const maxWaitMs = 300_000

export async function waitForSuccess(server: ServerProcess, id: string): Promise<void> {
  await until(
    `task ${id}`,
    async () => {
      const answer = await call(server, 'GET', `/api/v1/tasks/${id}`).catch(() => undefined)
      if (answer?.body?.status === 'FAILURE') throw new Error(`Task ${id} failed: ${answer.text}`)
      return answer?.body?.status === 'SUCCESS'
    },
    maxWaitMs,
  )
}
