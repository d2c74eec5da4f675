import { beforeAll, describe, expect, test } from 'vitest'
import { disableEngines } from './disable-engines.ts'
import { type Ids, recordFactory, social } from './foreign-records.ts'
import { expectStatus, type Tenant, useService, useTenant } from './harness.ts'

/**
 * Every record that can be made under a `Space` × everyone who may ask for it. A record belongs to
 * its teamspace: only members see it, and with a `Space` header only under that one. A record
 * without a teamspace is visible under every `Space`.
 */
const service = useService()
const mia = useTenant(service)

const headers = { inside: {}, other: {}, none: {} } as Record<string, Record<string, string>>
/** A member of the workspace and of neither teamspace, and one of the first. */
let jo: Tenant
let sam: Tenant
let account: number

beforeAll(async () => {
  disableEngines(service.deps.engines)
  jo = await service.colleague(mia, 'member')
  sam = await service.colleague(mia, 'member')
  for (const name of ['inside', 'other']) {
    const { body } = await service.call('POST', '/api/v1/workspaces/teamspaces', {
      key: mia.key,
      body: { name },
    })
    headers[name] = { space: String(body.id) }
  }
  await service.call('POST', `/api/v1/workspaces/teamspaces/${headers.inside?.space}/members`, {
    key: mia.key,
    body: { user_id: sam.userId },
  })
  account = (await recordFactory(service, mia).socialAccount()).id as number
})

interface Noun {
  make: [path: string, body: () => object]
  id(body: Record<string, string>): string | number
  read: string
  list: string
}

const named = { title: 'Of the space' }
const first = (body: { posts: { id: number }[] }) => body.posts[0]?.id ?? 0
const draft = { message: 'Of the space' }
const later = { ...draft, action: 'schedule', date: '2040-01-01 10:00' }

/** Folders have different names. */
let folders = 0

const nouns: Record<string, Noun> = {
  board: { make: ['/api/v1/pm/boards', () => named], id: requireId, ...at('/api/v1/pm/boards') },
  project: {
    make: ['/api/v1/projects/campaign', () => named],
    id: requireId,
    ...at('/api/v1/projects/campaign'),
  },
  draft: {
    make: [`${social}/create`, () => ({ ...draft, account_ids: [account] })],
    id: first as never,
    read: `${social}/drafts/{id}`,
    list: `${social}/get-drafts?search=space&account_ids={account}`,
  },
  post: {
    make: [`${social}/create`, () => ({ ...later, account_ids: [account] })],
    id: first as never,
    read: `${social}/posts/{id}`,
    list: `${social}/get-posts?account_ids={account}`,
  },
  voice: {
    make: [
      '/api/v1/voices',
      () => ({
        ...{ voice_name: 'Of the space', gender: 0, language_code: 'en-US' },
        ...{ provider: 'openai', engine_voice: 'alloy' },
      }),
    ],
    id: requireId,
    ...at('/api/v1/voices'),
  },
  task: {
    make: ['/api/v1/tools/remove-background', () => ({ image_url: 'data:,nothing' })],
    id: ({ task_id }) => task_id ?? '',
    ...at('/api/v1/tasks'),
  },
  asset: {
    make: ['/api/v1/assets/sign', () => ({ filename: 'space.png', filetype: 'image/png' })],
    id: ({ asset }) => asset ?? '',
    ...at('/api/v1/assets'),
  },
  folder: {
    make: ['/api/v1/assets/folders', () => ({ name: `Of the space ${folders++}` })],
    id: requireId,
    ...at('/api/v1/assets/folders'),
  },
  transcription: {
    make: [
      '/api/v1/transcription/transcribe',
      () => ({ audio_url: 'http://127.0.0.1:1/space.ogg' }),
    ],
    id: requireId,
    ...at('/api/v1/transcription'),
  },
  video: {
    make: [
      '/api/v1/ai-imageart/ai-generate-video-v2',
      () => ({ parameters: { scenes: [{ title: 'Space', duration_ms: 500 }] } }),
    ],
    id: requireId,
    read: '/api/v1/ai/video/{id}',
    list: '/api/v1/ai/video',
  },
}

function requireId({ id }: { id?: string }): string {
  return String(id)
}

function at(list: string) {
  return { read: `${list}/{id}`, list }
}

async function make({ make: [path, body], id }: Noun, where: string): Promise<string | number> {
  const made = await service.call('POST', path, {
    key: mia.key,
    body: body(),
    headers: headers[where] ?? {},
  })
  expect([path, made.status < 300]).toEqual([path, true])
  return id(made.body as never)
}

/** Whether the record can be read, and whether it is in the list. */
async function seen({ read, list }: Noun, id: string | number, who: Tenant, where: string) {
  const ask = (path: string) =>
    service.call('GET', path.replace('{id}', String(id)).replace('{account}', String(account)), {
      key: who.key,
      headers: headers[where] ?? {},
    })
  const listed: Ids[] = Object.values((await ask(list)).body as object).find(Array.isArray) ?? []
  const isListed = listed.some((one) => [one.id, one.task_id, one.video_id].includes(id))
  return [(await ask(read)).status, isListed]
}

describe.each(Object.entries(nouns))('%s', (_name, noun) => {
  test('of a teamspace: for its members, there and without the header', async () => {
    const id = await make(noun, 'inside')
    expect(await seen(noun, id, mia, 'inside')).toEqual([200, true])
    expect(await seen(noun, id, mia, 'none')).toEqual([200, true])
    expect(await seen(noun, id, sam, 'none')).toEqual([200, true])
    expect(await seen(noun, id, mia, 'other')).toEqual([404, false])
    expect(await seen(noun, id, jo, 'none')).toEqual([404, false])
  })

  test('of no teamspace: for everyone, under every teamspace', async () => {
    const id = await make(noun, 'none')
    expect(await seen(noun, id, mia, 'inside')).toEqual([200, true])
    expect(await seen(noun, id, sam, 'inside')).toEqual([200, true])
    expect(await seen(noun, id, jo, 'none')).toEqual([200, true])
  })
})

test('events of a teamspace’s records go to its members only', async () => {
  const ids: (string | number)[] = []
  for (const noun of Object.values(nouns)) ids.push(await make(noun, 'inside'))
  const objects = async (who: Tenant, where = 'none') => {
    const found = new Set<string | number>()
    for (let after = 0, more = true; more; ) {
      const { body } = await service.call('GET', `/api/v1/events?limit=100&after=${after}`, {
        key: who.key,
        headers: headers[where] ?? {},
      })
      for (const { object } of body.results) found.add(object.id)
      more = body.results.length > 0
      after = body.last_seq
    }
    return found
  }
  // Events are numbered after the commit; the last one comes last.
  await expect.poll(async () => (await objects(mia)).has(ids.at(-1) ?? '')).toBe(true)
  // Nobody is told of an upload before it is registered.
  const expected = ids.filter((id) => id !== ids[6])
  const [members, there, elsewhere, others] = [
    ...(await Promise.all([objects(sam), objects(mia, 'inside')])),
    ...(await Promise.all([objects(mia, 'other'), objects(jo)])),
  ]
  for (const id of expected) {
    const who = [members, there, elsewhere, others].map((found) => found?.has(id))
    expect([id, who]).toEqual([id, [true, true, false, false]])
  }
})

test('a voice under an inaccessible teamspace or workspace is a 404', async () => {
  const id = await make(nouns.voice as Noun, 'none')
  for (const scope of [{ space: '2000000000' }, { organization: '2000000000' }]) {
    const { status, body } = await service.call('GET', `/api/v1/voices/${id}`, {
      key: mia.key,
      headers: scope,
    })
    expect([status, body.code]).toEqual([404, 'voice_not_found'])
  }
})

test('the records of a deleted teamspace become the workspace’s', async () => {
  const { body } = await service.call('POST', '/api/v1/workspaces/teamspaces', {
    key: mia.key,
    body: { name: 'Short' },
  })
  headers.short = { space: String(body.id) }
  const { board: _, ...others } = nouns
  const ids = await Promise.all(Object.values(others).map((noun) => make(noun, 'short')))
  const path = `/api/v1/workspaces/teamspaces/${body.id}`
  await expectStatus(204, service.call('DELETE', path, { key: mia.key }))
  for (const [index, [name, noun]] of Object.entries(others).entries()) {
    const found = await seen(noun, ids[index] as string, jo, 'none')
    expect([name, ...found]).toEqual([name, 200, true])
  }
})
