import { createECDH, randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { createServer } from 'node:net'
import { doubling } from '@atelier/server/features/workflows/test-doubling.ts'
import { longTranscript } from './long-transcript.ts'

interface Target {
  baseUrl: string
  key: string
}

/** Prepares an attack and returns the action to repeat. */
export type Attack = (target: Target) => Promise<() => Promise<Outcome>>

/** A status, or what the client did instead of waiting for one. */
type Outcome = number | 'aborted'

const workflows = '/api/v1/service/workflows'

function caller({ baseUrl, key }: Target) {
  return async (method: string, path: string, body?: unknown, headers = {}) => {
    const answer = await fetch(baseUrl + path, {
      method,
      headers: { authorization: `Api-Key ${key}`, 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: answer.status, body: text ? JSON.parse(text) : undefined }
  }
}

const buildRunsAttack = (steps: object[], input: object = {}, more: object = {}): Attack => {
  return async (target) => {
    const call = caller(target)
    const definition = { title: 'Hostile', steps, ...more }
    const { status, body } = await call('POST', workflows, { definition })
    if (status !== 201) throw new Error(`The definition was refused: ${JSON.stringify(body)}`)
    return async () => {
      const run = await call('POST', `${workflows}/${body.id}/start`, { input })
      await call('GET', `${workflows}/${body.id}/runs/${run.body.run_id}/status`)
      return run.status
    }
  }
}

const posts = (path: string, body: () => unknown): Attack => {
  return async (target) => {
    const call = caller(target)
    return async () => (await call('POST', path, body())).status
  }
}

const gets = (path: () => string): Attack => {
  return async (target) => {
    const call = caller(target)
    return async () => (await call('GET', path())).status
  }
}

/** A receiver that accepts connections and never responds. */
async function silentEndpoint(): Promise<string> {
  const server = createServer(() => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `https://127.0.0.1:${(server.address() as { port: number }).port}/push`
}

const slowReceiver: Attack = async (target) => {
  const call = caller(target)
  const ecdh = createECDH('prime256v1')
  const subscribed = await call('POST', '/api/v1/push/subscriptions', {
    endpoint: await silentEndpoint(),
    keys: {
      p256dh: ecdh.generateKeys('base64url'),
      auth: randomBytes(16).toString('base64url'),
    },
  })
  const path = `/api/v1/push/subscriptions/${subscribed.body.id}/test`
  return async () => {
    const headers = { 'idempotency-key': randomBytes(8).toString('hex') }
    return (await call('POST', path, {}, headers)).status
  }
}

const abortedUpload: Attack = async ({ baseUrl, key }) => {
  const boundary = 'x-boundary'
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n`
  return () =>
    new Promise((resolve) => {
      const sent = request(`${baseUrl}/api/v1/assets/upload`, {
        method: 'POST',
        agent: false,
        headers: {
          authorization: `Api-Key ${key}`,
          'content-type': `multipart/form-data; boundary=${boundary}`,
        },
      })
      sent.on('error', () => {})
      sent.on('close', () => resolve('aborted'))
      sent.write(head + 'a'.repeat(100_000), () => sent.destroy())
    })
}

const abortedStream: Attack = async ({ baseUrl, key }) => {
  return () =>
    new Promise((resolve) => {
      const sent = request(`${baseUrl}/api/v1/events/stream`, {
        agent: false,
        headers: { authorization: `Api-Key ${key}`, accept: 'text/event-stream' },
      })
      sent.on('error', () => {})
      sent.on('close', () => resolve('aborted'))
      sent.on('response', () => sent.destroy())
      sent.end()
    })
}

const abortedSocket: Attack = async ({ baseUrl, key }) => {
  return () =>
    new Promise((resolve) => {
      const sent = request(`${baseUrl}/api/v1/ws`, {
        agent: false,
        headers: {
          authorization: `Api-Key ${key}`,
          connection: 'Upgrade',
          upgrade: 'websocket',
          'sec-websocket-version': '13',
          'sec-websocket-key': randomBytes(16).toString('base64'),
        },
      })
      sent.on('error', () => {})
      sent.on('response', (response) => response.resume())
      sent.on('close', () => resolve('aborted'))
      sent.on('upgrade', (_response, socket) => socket.destroy())
      sent.end()
    })
}

/** Almost the most values that a body may have. */
const denseList = Array.from({ length: 49_000 }, () => 1)

/** Every event of the workspace is compared with the filters of all subscriptions. */
const filteredEvents: Attack = async (target) => {
  const call = caller(target)
  for (let n = 0; n < 50; n++) {
    const data = { title: `no task ${n} has this title` }
    const subscription = { url: 'https://127.0.0.1:9/', event_types: ['*'], filter: { data } }
    await call('POST', '/api/v1/webhooks/subscriptions', subscription)
  }
  await call('POST', '/api/v1/pm/boards', { title: 'Filtered', slug: 'filtered' })
  return posts('/api/v1/pm/tasks', () => ({ board: 'filtered', title: 'Again' }))(target)
}

/** Small patches of a large document, each with as much copying as one may do. */
const jsonPatches: Attack = async (target) => {
  const call = caller(target)
  const { body } = await call('POST', '/api/v1/projects/campaign', {
    title: 'Patched',
    data: { list: denseList.slice(0, 20_000), text: 'a'.repeat(50_000) },
  })
  const path = `/api/v1/projects/campaign/${body.id}`
  const headers = { 'content-type': 'application/json-patch+json' }
  const copy = [
    { op: 'copy', from: '/list', path: '/copy' },
    { op: 'test', path: '/copy', value: denseList.slice(0, 20_000) },
    { op: 'remove', path: '/copy' },
  ]
  return async () => {
    const count = { op: 'add', path: '/count', value: randomBytes(4).readUInt32BE() }
    const patch = [...copy, ...copy, { op: 'copy', from: '/list', path: '/more' }, count]
    return (await call('PATCH', path, patch, headers)).status
  }
}

/** The transcript that the bench has stored in the workspace of the attacker. */
const transcript = `/api/v1/transcription/${longTranscript.id}`
const corrections: Attack = async (target) => {
  const call = caller(target)
  const phrases = longTranscript.phrases()
  return async () => (await call('PATCH', transcript, { phrases })).status
}
const subtitles: Attack = async ({ baseUrl, key }) => {
  return async () => {
    const path = `${transcript}/download_transcription_file?requested_format=vtt`
    const answer = await fetch(baseUrl + path, { headers: { authorization: `Api-Key ${key}` } })
    await answer.arrayBuffer()
    return answer.status
  }
}

const deepMarkdown = () => `${'>'.repeat(500)}${'[a]('.repeat(2_000)}${'**a_'.repeat(2_000)}`

const list = Array.from({ length: 1_000 }, (_, n) => n)
const loop = (id: string, steps: object[]) => ({
  ...{ id, type: 'for_each', items: 'inputs.list', steps, as: `in_${id}`, concurrency: 50 },
})

/** Each item is compared with all of them. */
const alternatives = {
  anyOf: Array.from({ length: 20 }, (_, n) => ({
    type: 'string',
    maxLength: 5,
    enum: [`no ${n}`],
  })),
}

/** Every class of hostile input, as a member of a workspace sends it. */
export const attacks: Record<string, Attack> = {
  'times that do not exist': posts('/api/v1/notifications/mark', () => ({
    action: 'read',
    before: '2026-12-31T23:59:60Z',
  })),
  'a workflow that doubles': buildRunsAttack(doubling()),
  'templates in one text': buildRunsAttack(
    [{ id: 'a', type: 'set', value: '${inputs.list}'.repeat(200) }],
    {
      list,
    },
  ),
  'loops in loops': buildRunsAttack(
    [loop('a', [loop('b', [{ id: 'c', type: 'set', value: 1 }])])],
    {
      list,
    },
  ),
  'a costly expression': buildRunsAttack(
    [
      {
        id: 'a',
        type: 'set',
        value: '${inputs.list.map(x, inputs.list.filter(y, y > x).size()).size()}',
      },
    ],
    { list },
  ),
  'a costly input schema': buildRunsAttack(
    [{ id: 'a', type: 'set', value: 1 }],
    { list: Array.from({ length: 16_000 }, (_, n) => `item ${n}`) },
    { inputs: { type: 'object', properties: { list: { type: 'array', items: alternatives } } } },
  ),
  'a schema with patterns': posts(`${workflows}/check`, () => ({
    definition: {
      title: 'Hostile',
      inputs: {
        type: 'object',
        dependentSchemas: { properties: { patternProperties: { '^(a+)+$': {} } } },
      },
      steps: [{ id: 'a', type: 'set', value: 1 }],
    },
  })),
  'a receiver that never answers': slowReceiver,
  'aborted uploads': abortedUpload,
  'aborted streams': abortedStream,
  'aborted sockets': abortedSocket,
  'guessed passwords': posts('/api/v1/auth/login', () => ({
    email: `${randomBytes(6).toString('hex')}@example.com`,
    password: 'a wrong password',
  })),
  'schedules that rarely match': gets(
    () => `${workflows}/schedule/preview?cron=${encodeURIComponent('0 0 29 2 1')}&count=100`,
  ),
  'filters of many webhooks': filteredEvents,
  'dense JSON': posts('/api/v1/projects/campaign', () => ({
    title: 'Hostile',
    data: { denseList },
  })),
  'JSON patches of a large document': jsonPatches,
  'corrections of a transcript': corrections,
  'subtitles of a transcript': subtitles,
  'deep Markdown in comments': async (target) => {
    const call = caller(target)
    await call('POST', '/api/v1/pm/boards', { title: 'Hostile', slug: 'hostile' })
    const task = await call('POST', '/api/v1/pm/tasks', { board: 'hostile', title: 'Hostile' })
    return posts('/api/v1/comments', () => ({
      content_type: 'task',
      object_pk: task.body.id,
      comment: deepMarkdown().slice(0, 9_000),
    }))(target)
  },
  'notifications to people': posts('/api/v1/service/agent/notify', () => ({
    userId: '1',
    workspaceId: '2',
    title: 'Hostile',
    message: 'Again',
    body: deepMarkdown().slice(0, 9_000),
    category: 'agentTaskCompleted',
  })),
  searches: gets(
    () => '/api/v1/pm/tasks?search=a%20e%20i%20o%20in%20on%20at%20by%20to%20of&page_size=100',
  ),
  'large bodies': posts('/api/v1/projects/campaign', () => ({
    title: 'Hostile',
    data: { deep: JSON.parse(`${'['.repeat(60)}${']'.repeat(60)}`), text: 'a'.repeat(900_000) },
  })),
  'requests that are refused': gets(() => '/api/v1/pm/boards/nowhere'),
}

export const attackNames = Object.keys(attacks)
