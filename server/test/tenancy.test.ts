import { beforeAll, describe, expect, test } from 'vitest'
import type { Operation } from '../src/http/operation.ts'
import { permissions } from '../src/http/permissions.ts'
import { type Tenant, useService } from './harness.ts'

/**
 * Every operation of the route table × every way in which a caller does not belong. An operation
 * with ids in its path must say in `foreignIds` how to make an object of another workspace; one
 * that is missing there fails the suite.
 */
const service = useService()

let mia: Tenant
let stranger: Tenant

beforeAll(async () => {
  mia = await service.tenant()
  stranger = await service.tenant()
})

type Ids = Record<string, string | number>

/** For each path with parameters: the ids of a real object in the stranger's workspace. */
const foreignIds: Record<string, () => Promise<Ids>> = {
  '/api/v1/workspaces/teamspaces/{id}': teamspace,
  '/api/v1/workspaces/teamspaces/{id}/members': teamspace,
  '/api/v1/workspaces/teamspaces/{id}/members/{user_id}': async () => ({
    ...(await teamspace()),
    user_id: stranger.userId,
  }),
  '/api/v1/workspaces/members/{user_id}': async () => ({ user_id: stranger.userId }),
  '/api/v1/workspaces/invitations/{id}': () =>
    created('/api/v1/workspaces/invitations', { email: `${Math.random()}@example.com` }),
  '/api/v1/tasks/{task_id}': task,
  '/api/v1/service/tasks/progress/{task_id}': task,
  '/api/v1/tasks/{task_id}/cancel': task,
  '/api/v1/tasks/{task_id}/events': task,
  '/api/v1/assets/{id}': async () => {
    const { body } = await service.call('POST', '/api/v1/assets/sign', {
      key: stranger.key,
      body: { filename: 'Theirs.png', filetype: 'image/png' },
    })
    return { id: body.asset }
  },
  '/api/v1/voices/{voice_id}': voice,
  '/api/v1/voices/{voice_id}/translate': voice,
  '/api/v1/transcription/{id}': transcription,
  '/api/v1/transcription/{id}/cancel': transcription,
  '/api/v1/transcription/{id}/download_transcription_file': transcription,
  '/api/v1/ai/video/{id}/variations/{variation_id}': async () => {
    const { body } = await service.call('POST', '/api/v1/ai-imageart/ai-generate-video-v2', {
      key: stranger.key,
      body: { parameters: { scenes: [{ title: 'Theirs', duration_ms: 500 }] } },
    })
    return { id: body.id, variation_id: body.art_variation_id }
  },
  '/api/v1/api-keys/{id}': () => created('/api/v1/api-keys', { name: 'Theirs' }),
  '/api/v1/idempotency/{key}': async () => {
    await service.call('POST', '/api/v1/api-keys', {
      key: stranger.key,
      body: { name: 'Theirs' },
      headers: { 'idempotency-key': 'their-key' },
    })
    return { key: 'their-key' }
  },
}

/** Ids that have the right form and belong to nobody. */
const missingIds: Ids = {
  id: '00000000-0000-4000-8000-000000000000',
  task_id: '00000000-0000-4000-8000-000000000000',
  user_id: 2_000_000_000,
  voice_id: '00000000-0000-4000-8000-000000000000',
  variation_id: '00000000-0000-4000-8000-000000000000',
  key: 'no-such-key',
}

/** Bodies with which the foreign object would be reached, were it in sight. */
const bodies: Record<string, unknown> = {
  addTeamspaceMember: () => ({ user_id: mia.userId }),
  updateMember: () => ({ role: 'guest' }),
}

async function created(path: string, body: unknown): Promise<Ids> {
  const answer = await service.call('POST', path, { key: stranger.key, body })
  expect(answer.status).toBe(201)
  return { id: answer.body.id }
}

async function task(): Promise<Ids> {
  const answer = await service.call('POST', '/api/v1/tools/remove-background', {
    key: stranger.key,
    body: { image_url: 'data:,Theirs' },
  })
  return { task_id: answer.body.task_id }
}

async function voice(): Promise<Ids> {
  const { id = '' } = await created('/api/v1/voices', {
    voice_name: 'Theirs',
    gender: 0,
    language_code: 'en-US',
    provider: 'openai',
    engine_voice: 'alloy',
  })
  return { voice_id: id }
}

async function transcription(): Promise<Ids> {
  const { body } = await service.call('POST', '/api/v1/transcription/transcribe', {
    key: stranger.key,
    body: { audio_url: 'http://127.0.0.1:1/theirs.ogg' },
  })
  return { id: body.id }
}

function teamspace(): Promise<Ids> {
  return created('/api/v1/workspaces/teamspaces', { name: 'Theirs' })
}

function fill(path: string, ids: Ids): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name) => String(ids[name] ?? 1))
}

function request(operation: Operation, ids: Ids, key?: string) {
  const body = bodies[operation.id]
  const given = typeof body === 'function' ? body() : operation.example?.body
  return service.call(operation.method, fill(operation.path, ids), {
    ...(key && { key }),
    ...(given !== undefined && { body: given }),
  })
}

function missing(operation: Operation): Ids {
  const isInteger = JSON.stringify(operation.params ?? {}).includes('"id":{"type":"integer"')
  return isInteger ? { ...missingIds, id: 2_000_000_000 } : missingIds
}

function described(body: { instance: string; request_id: string }) {
  return { ...body, instance: '', request_id: '' }
}

describe('without a credential', () => {
  test('401 everywhere but where anyone may', async () => {
    for (const operation of service.operations) {
      if (operation.permission === 'public') continue
      const answer = await request(operation, missing(operation))
      expect([operation.id, answer.status, answer.body.code]).toEqual([
        operation.id,
        401,
        'unauthorized',
      ])
      expect(answer.headers['www-authenticate']).toBe('Api-Key, Bearer')
    }
  })

  test('anyone may only sign in, hear samples, and use what carries its own secret', () => {
    const open = service.operations.filter(({ permission }) => permission === 'public')
    // The two for files take a signed link, callbacks an address that only the provider knows.
    expect(open.map(({ id }) => id).sort()).toEqual([
      'acceptInvitation',
      'downloadFile',
      'getVoiceSample',
      'logIn',
      'receiveProviderCallback',
      'refreshSession',
      'uploadFile',
    ])
  })
})

describe('with every scope but the one that is needed', () => {
  test('403 that names the permission', async () => {
    for (const operation of service.operations) {
      const { permission } = operation
      if (permission === 'public' || permission === 'any credential') continue
      const key = await service.keyWith(
        mia,
        permissions.filter((one) => one !== permission),
      )
      const answer = await request(operation, missing(operation), key)
      expect([operation.id, answer.status, answer.body.code]).toEqual([
        operation.id,
        403,
        'permission_denied',
      ])
      expect(answer.body.detail).toContain(permission)
    }
  })
})

describe("another workspace's object", () => {
  test('404 with the body of one that does not exist, and it stays as it was', async () => {
    for (const operation of service.operations) {
      if (!operation.path.includes('{') || operation.permission === 'public') continue
      const makeForeign = foreignIds[operation.path]
      expect(makeForeign, `${operation.path} is missing in foreignIds`).toBeDefined()
      const ids = await (makeForeign as () => Promise<Ids>)()
      const foreign = await request(operation, ids, mia.key)
      const none = await request(operation, missing(operation), mia.key)
      expect([operation.id, foreign.status]).toEqual([operation.id, 404])
      expect([operation.id, described(foreign.body)]).toEqual([operation.id, described(none.body)])
      const theirs = await service.call('GET', fill(operation.path, ids), { key: stranger.key })
      if (theirs.status !== 405) expect([operation.id, theirs.status]).toEqual([operation.id, 200])
    }
  })

  test('404 for a malformed id, too', async () => {
    for (const operation of service.operations) {
      if (!operation.path.includes('{') || operation.path.includes('{key}')) continue
      if (operation.permission === 'public') continue
      for (const id of ['abc', '0', '-1', '99999999999999', '1.5', '%00', "1'--"]) {
        const answer = await request(
          operation,
          { id, user_id: id, task_id: id, voice_id: id, variation_id: id },
          mia.key,
        )
        expect([operation.id, id, answer.status]).toEqual([operation.id, id, 404])
      }
    }
  })
})

describe('lists', () => {
  test('hold nothing of another workspace', async () => {
    for (const makeForeign of Object.values(foreignIds)) await makeForeign()
    for (const operation of service.operations) {
      if (operation.method !== 'GET' || operation.path.includes('{')) continue
      if (operation.events || operation.exchange) continue
      const answer = await service.call('GET', operation.path, { key: mia.key })
      expect([operation.id, answer.status]).toEqual([operation.id, 200])
      for (const trace of [stranger.email, stranger.slug, 'Theirs']) {
        expect([operation.id, answer.text.includes(trace)]).toEqual([operation.id, false])
      }
    }
  })
})

describe('Organization and Space headers', () => {
  const path = '/api/v1/workspaces/current'
  const ask = (headers: Record<string, string>, tenant: Tenant = mia) =>
    service.call('GET', path, { key: tenant.key, headers })

  test('the own workspace by id and by slug', async () => {
    for (const organization of [String(mia.workspaceId), mia.slug, mia.slug.toUpperCase()]) {
      expect((await ask({ organization })).status).toBe(200)
    }
  })

  test('403 for another workspace and the same for one that does not exist', async () => {
    for (const organization of [String(stranger.workspaceId), stranger.slug, '999999', 'nowhere']) {
      const answer = await ask({ organization })
      expect([organization, answer.status, answer.body.code]).toEqual([
        organization,
        403,
        'workspace_forbidden',
      ])
    }
  })

  test('400 for what is no id or slug', async () => {
    for (const organization of ['', '!!', 'a b', '-x', '1,2', 'x'.repeat(65), '../1']) {
      const answer = await ask({ organization })
      expect([organization, answer.status, answer.body.code]).toEqual([
        organization,
        400,
        'malformed_header',
      ])
    }
  })

  test('Space narrows to a teamspace that the person is in', async () => {
    const { body: own } = await service.call('POST', '/api/v1/workspaces/teamspaces', {
      key: mia.key,
      body: { name: 'Own' },
    })
    await service.call('POST', '/api/v1/workspaces/teamspaces', {
      key: mia.key,
      body: { name: 'Two' },
    })
    const answer = await ask({ space: String(own.id) })
    expect(answer.body.teamspaces.map(({ id }: { id: number }) => id)).toEqual([own.id])
  })

  test('403 for a space of another workspace, one that one is not in, one switched off, none', async () => {
    const jo = await service.colleague(mia, 'member')
    const { id: foreign } = await teamspace()
    const make = async (name: string) =>
      (
        await service.call('POST', '/api/v1/workspaces/teamspaces', {
          key: mia.key,
          body: { name },
        })
      ).body.id
    const notIn = await make('Not Jo’s')
    const off = await make('Off')
    await service.call('PATCH', `/api/v1/workspaces/teamspaces/${off}`, {
      key: mia.key,
      body: { is_active: false },
    })
    for (const [tenant, space] of [
      [mia, foreign],
      [jo, notIn],
      [mia, off],
      [mia, 2_000_000_000],
    ] as const) {
      const answer = await ask({ space: String(space) }, tenant)
      expect([answer.status, answer.body.code]).toEqual([403, 'space_forbidden'])
    }
  })

  test('400 for what is no id of a space', async () => {
    for (const space of ['', 'abc', '-1', '1.5', '99999999999', '1,2']) {
      const answer = await ask({ space })
      expect([space, answer.status, answer.body.code]).toEqual([space, 400, 'malformed_header'])
    }
  })
})
