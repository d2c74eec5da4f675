import type { AddressInfo } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import { knownEvents } from '../../src/features/events/known-events.ts'
import type { Operation } from '../../src/http/operation.ts'
import { type Permission, permissions } from '../../src/http/permissions.ts'
import { callAs, type Tenant, useColleague, useService, useTenant } from '../harness.ts'
import { useMcpClients } from '../mcp-client.ts'
import { openStream, until } from '../server-client.ts'
import { follow, withKey } from '../sockets.ts'
import { membersWord, usePrivatePlaces, word } from './private-places.ts'

/**
 * A word is in every private place of a workspace. Then everything readable is read, as a guest, as
 * another member and with keys that have one permission: the word must not come back. Operations
 * that are added later are read as well, without anyone thinking of it.
 */
const service = useService()
const connectMcp = useMcpClients()
const owner = useTenant(service)
const ada = useColleague(service, owner, 'member')
const otto = useColleague(service, owner, 'member')
const gus = useColleague(service, owner, 'guest')
const { ids, idOf, asAda, asOwner } = usePrivatePlaces(service, owner, ada)
let baseUrl: string

beforeAll(async () => {
  await service.app.listen({ port: 0, host: '127.0.0.1' })
  baseUrl = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`
})

const isRead = ({ method, socket, events, handle, permission }: Operation) =>
  method === 'GET' && !socket && !(events && !handle) && permission !== 'public'

function listValues(name: string, path: string): (string | number)[] {
  if (name === 'user_id') return [ada.userId, owner.userId]
  if (name !== 'id') return ids[name] ?? ['unknown']
  const fitting = idOf.find(([pattern]) => pattern.test(path))
  return fitting ? fitting[1]() : idOf.flatMap(([, values]) => values())
}

/** Every URL of an operation, with all private ids in its path and a search for the word. */
function buildUrls({ path, query, example }: Operation): string[] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string)
  const paths = names.reduce(
    (urls, name) =>
      urls.flatMap((url) =>
        listValues(name, path).map((value) => url.replace(`{${name}}`, encodeURIComponent(value))),
      ),
    [path],
  )
  const has = (name: string) => query?.properties[name] !== undefined
  const usual = new URLSearchParams((example?.query ?? {}) as Record<string, string>)
  usual.delete('after')
  usual.delete('wait')
  if (has('page_size')) usual.set('page_size', '100')
  const searched = new URLSearchParams(usual)
  if (has('search')) searched.set('search', word)
  const expanded = new URLSearchParams(usual)
  if (has('expand')) expanded.set('expand', path.includes('tasks') ? 'board,subtasks' : 'statuses')
  const queries = new Set([String(usual), String(searched), String(expanded)])
  return paths.flatMap((one) => [...queries].map((text) => (text ? `${one}?${text}` : one)))
}

interface Sighting {
  operation: string
  url: string
  found: string[]
}

/** Reads everything with a key; returns where the word appears although nobody sent it. */
async function readAll(
  keyFor: (operation: Operation) => Promise<string>,
  words = word,
  chosen = service.operations.filter(isRead),
): Promise<Sighting[]> {
  const sightings: Sighting[] = []
  for (const operation of chosen) {
    const key = await keyFor(operation)
    for (const url of buildUrls(operation)) {
      const { text, status } = await service.call('GET', url, { key })
      // A refusal repeats the requested URL, and the links of a page repeat the search.
      const body = status < 300 ? withoutLinks(text) : ''
      const found = new Set(body.match(new RegExp(`\\b(${words})-[a-z-]+`, 'g')) ?? [])
      if (found.size > 0) sightings.push({ operation: operation.id, url, found: [...found] })
    }
  }
  return sightings
}

function withoutLinks(text: string): string {
  return text.replaceAll(/"(next|previous)":"[^"]*"/g, '')
}

const all = (who: () => Tenant) => async () => who().key

describe('the word in every private place', () => {
  test('is visible to its owner', async () => {
    const found = new Set((await readAll(all(() => ada))).flatMap((one) => one.found))
    const places = ['board', 'column', 'field', 'task', 'task-description', 'item', 'comment']
    const spoken = ['title', 'message', 'body', 'extra', 'option', 'answer', 'said', 'thread']
    const others = ['project', 'data', 'project-item', 'space-board', 'run-input']
    for (const place of [...places, ...spoken, ...others, 'key']) {
      expect(found, place).toContain(`${word}-${place}`)
    }
  })

  test('is not visible to another member', async () => {
    expect(await readAll(all(() => otto))).toEqual([])
  })

  test('is not visible to a guest', async () => {
    expect(
      await readAll(
        all(() => gus),
        `${word}|${membersWord}`,
      ),
    ).toEqual([])
    const questions = service.operations.filter(({ id }) => id === 'listQuestions')
    expect(
      await readAll(
        all(() => otto),
        membersWord,
        questions,
      ),
    ).not.toEqual([])
  })

  test("is not visible to a key with only the operation's permission", async () => {
    const keys = new Map<string, string>()
    const narrow = async ({ permission }: Operation) => {
      const scopes = permissions.filter((one) => one === permission)
      const known = keys.get(permission) ?? (await service.keyWith(otto, scopes))
      keys.set(permission, known)
      return known
    }
    expect(await readAll(narrow)).toEqual([])
  })
})

describe('events', () => {
  test('of every type declare who can read them', () => {
    expect(knownEvents().size).toBeGreaterThan(80)
    for (const [type, { visibility }] of knownEvents()) expect(visibility, type).toBeTruthy()
  })

  test('are not sent to others, by stream or socket', async () => {
    const onlyEvents = await service.keyWith(ada, ['events:read'])
    const streams = await Promise.all(
      [otto.key, onlyEvents].map((key) => openStream({ baseUrl, key }, 0)),
    )
    const socket = (key: string, query: string) =>
      follow(`${baseUrl}/api/v1/ws?${query}`, withKey(key))
    const sockets = await Promise.all([
      socket(otto.key, 'last_event_id=0'),
      socket(gus.key, 'last_event_id=0'),
      socket(onlyEvents, 'last_event_id=0&streams=workspace'),
      // Live, and not from the table.
      socket(otto.key, ''),
      socket(gus.key, ''),
    ])
    const task = { board: ids.board_id?.[0], title: `${word}-later` }
    const later = await asAda('POST', '/api/v1/pm/tasks', task)
    const text = { text: `${word}-said-later` }
    await asAda('POST', `/api/v1/threads/${word}-thread/messages`, text)
    const { id: last } = await asOwner('POST', '/api/v1/workspaces/teamspaces', {
      name: 'Last',
    })
    for (const stream of streams) {
      await until('the last event', async () =>
        stream.events.some(({ object }) => object.id === last),
      )
      stream.close()
    }
    const nudge = {
      userId: String(gus.userId),
      workspaceId: String(gus.workspaceId),
      category: 'agentNudge',
      title: 'Last for the guest',
      message: 'Nothing follows.',
    }
    await asOwner('POST', '/api/v1/service/agent/notify', nudge)
    const isLast = (frame: { object?: { id: unknown }; data?: { title?: unknown } }) =>
      frame.object?.id === last || frame.data?.title === 'Last for the guest'
    for (const { waitForFrame, socket: open } of sockets) {
      await waitForFrame('the last event', isLast)
      open.close()
    }
    const secrets = [word, String(ids.board_id?.[0]), String(later.id)]
    for (const { events } of streams.slice(0, 1)) holdsNone(events, secrets)
    for (const { frames } of sockets.filter((_, index) => index !== 2)) holdsNone(frames, secrets)
    // Ada may see her own board; a key that only reads events may not see her notifications.
    const personal = [`${word}-thread`, `${word}-title`, `${word}-message`]
    holdsNone(streams[1]?.events, personal)
    holdsNone(sockets[2]?.frames, personal)
  })

  test('are sent to people who can see them', async () => {
    const socket = await follow(`${baseUrl}/api/v1/ws`, withKey(ada.key))
    const task = { board: ids.board_id?.[0], title: 'For Ada' }
    const { id } = await asAda('POST', '/api/v1/pm/tasks', task)
    await socket.waitForFrame('her own task', (frame) => frame.object?.id === id)
    const text = { text: 'For Ada' }
    await asAda('POST', `/api/v1/threads/${word}-thread/messages`, text)
    await socket.waitForFrame('her own thread', ({ type }) => type === 'thread.message')
    socket.socket.close()
  })

  test('reach a subscription only if its creator can see them', async () => {
    const admin = await service.colleague(owner, 'admin')
    const scopes: Permission[] = ['webhooks:read', 'webhooks:write', 'events:read']
    const narrow = { ...admin, key: await service.keyWith(admin, scopes) }
    const body = { url: 'http://127.0.0.1:1/', event_types: ['*'] }
    const made = async (who: Tenant) =>
      (await callAs(service, who)('POST', '/api/v1/webhooks/subscriptions', body)).id as string
    const [wide, limited, taken] = [await made(admin), await made(narrow), await made(admin)]
    // Somebody else decides where it goes: from then on it belongs to them.
    const change = { url: 'http://127.0.0.1:2/' }
    await asOwner('PATCH', `/api/v1/webhooks/subscriptions/${taken}`, change)
    const notification = {
      userId: String(admin.userId),
      workspaceId: String(admin.workspaceId),
      category: 'agentNudge',
      title: 'For the administrator',
      message: 'Only.',
    }
    await asOwner('POST', '/api/v1/service/agent/notify', notification)
    const space = { name: 'After it' }
    await asOwner('POST', '/api/v1/workspaces/teamspaces', space)
    const listTypes = async (id: string) => {
      const url = `/api/v1/webhooks/deliveries?subscription_id=${id}&page_size=100`
      const { results } = await callAs(service, admin)('GET', url)
      return results.map(({ event_type }: { event_type: string }) => event_type)
    }
    for (const id of [wide, limited, taken]) {
      await until('the last event', async () => (await listTypes(id)).includes('teamspace.created'))
    }
    expect(await listTypes(wide)).toContain('notification.created')
    expect(await listTypes(limited)).not.toContain('notification.created')
    expect(await listTypes(taken)).not.toContain('notification.created')
  })
})

function holdsNone(seen: unknown, secrets: string[]): void {
  const text = JSON.stringify(seen)
  for (const secret of secrets) expect(text.includes(secret), `${secret} in ${text}`).toBe(false)
}

describe('MCP', () => {
  test('lists and reads nothing private', async () => {
    const { client } = await connectMcp(baseUrl, otto.key)
    const { resources } = await client.listResources()
    holdsNone(resources, [word])
    const uris = [
      ...(ids.board_id ?? []).slice(0, 3).map((id) => `atelier://board/${id}`),
      `atelier://task/${ids.task_id?.[0]}`,
    ]
    for (const uri of uris) {
      const read = client.readResource({ uri })
      await expect(read.then((result) => JSON.stringify(result))).rejects.toThrow()
    }
  })
})

describe('slugs', () => {
  test('do not reveal that a private board exists', async () => {
    const make = (slug: string) =>
      service.call('POST', '/api/v1/pm/boards', { key: otto.key, body: { title: slug, slug } })
    expect((await make(`${word}-slug`)).status).toBe(201)
    expect((await make('open')).status).toBe(409)
    const secret = { title: 'Plans', access: 0 }
    await asAda('POST', '/api/v1/pm/boards', secret)
    expect(
      (await callAs(service, otto)('POST', '/api/v1/pm/boards', { title: 'Plans' })).slug,
    ).toBe('plans')
  })
})
