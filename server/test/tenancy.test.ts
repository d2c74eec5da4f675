import { beforeAll, describe, expect, test } from 'vitest'
import type { Operation } from '../src/http/operation.ts'
import { permissions } from '../src/http/permissions.ts'
import { fill, foreignIdsOf, isOfNoWorkspace } from './foreign-ids.ts'
import { type Ids, missingIds, recordsOf } from './foreign-records.ts'
import { type Answer, type Tenant, useService, useTenant } from './harness.ts'

/**
 * Every operation of the route table × every kind of caller that doesn't belong. An operation with
 * ids in its path needs an entry in `foreign-ids.ts` that creates an object of another workspace; a
 * missing entry fails the suite.
 */
const service = useService()
const mia = useTenant(service)
const stranger = useTenant(service)
const foreignIds = foreignIdsOf(service, stranger)
const made = new Map<() => Promise<Ids>, Promise<Ids>>()

/** Paths of the same kind share one object: no request may change it. */
function idsOf(makeForeign: () => Promise<Ids>): Promise<Ids> {
  const ids = made.get(makeForeign) ?? makeForeign()
  made.set(makeForeign, ids)
  return ids
}

const { teamspace, tokenOf } = recordsOf(service, stranger)

/** For operations that only a signed-in person may call. */
let miasToken: string

beforeAll(async () => {
  miasToken = await tokenOf(mia)
})

const isForPeople = ({ permission }: Operation) => permission === 'signed-in person'

function miasCredential(operation: Operation) {
  return isForPeople(operation) ? { token: miasToken } : { key: mia.key }
}

/** Bodies that would reach the foreign object if it were visible. */
const bodies: Record<string, unknown> = {
  addTeamspaceMember: () => ({ user_id: mia.userId }),
  updateMember: () => ({ role: 'guest' }),
  answerQuestion: () => ({ value: 'Mine' }),
}

function request(
  operation: Operation,
  ids: Ids,
  credential: { key?: string; token?: string } = {},
) {
  const body = bodies[operation.id]
  const given = typeof body === 'function' ? body() : operation.example?.body
  return service.call(operation.method, fill(operation.path, ids), {
    ...credential,
    ...(given !== undefined && { body: given }),
  })
}

function missing(operation: Operation): Ids {
  const isInteger = JSON.stringify(operation.params ?? {}).includes('"id":{"type":"integer"')
  // A missing project still has an existing type.
  const isProject = operation.path.startsWith('/api/v1/projects/{resourcetype}/{id}')
  const known = { ...missingIds, ...(isProject && { resourcetype: 'campaign' }) }
  return isInteger ? { ...known, id: 2_000_000_000 } : known
}

/** Errors in the format of another service have its codes, so only the status counts. */
function codeOf({ errorFormat }: Operation, { status, body }: Answer): string {
  const codes: Record<number, string> = { 401: 'unauthorized', 403: 'permission_denied' }
  return errorFormat ? (codes[status] ?? '') : body.code
}

function described(body: { instance: string; request_id: string }) {
  return { ...body, instance: '', request_id: '' }
}

describe('without a credential', () => {
  test('401 except for public operations', async () => {
    for (const operation of service.operations) {
      if (operation.permission === 'public') continue
      const answer = await request(operation, missing(operation))
      expect([operation.id, answer.status, codeOf(operation, answer)]).toEqual([
        operation.id,
        401,
        'unauthorized',
      ])
      expect(answer.headers['www-authenticate']).toBe('Api-Key, Bearer')
    }
  })

  test('public operations: signing in, samples, and URLs that carry their own secret', () => {
    const open = service.operations.filter(({ permission }) => permission === 'public')
    // Files and email pages take a signed link, callbacks a URL that only the provider knows.
    expect(open.map(({ id }) => id).sort()).toEqual([
      'acceptInvitation',
      'answerByLink',
      'downloadFile',
      'getVoiceSample',
      'listReceiptKeys',
      'logIn',
      'lookUpInvitation',
      'lookUpSignInLink',
      'openBrowserSession',
      'postToIncomingWebhook',
      'receiveFromDiscord',
      'receiveFromSlack',
      'receiveFromTelegram',
      'receiveHook',
      'receiveHookByGet',
      'receiveHookByPatch',
      'receiveHookByPut',
      'receiveInboundMail',
      'receiveProviderCallback',
      'redeemSignInLink',
      'refreshSession',
      'requestPasswordLink',
      'showAnswerPage',
      'showUnsubscribePage',
      'unsubscribe',
      'uploadFile',
    ])
  })
})

describe('with every scope except the required one', () => {
  test('403 that names the permission', async () => {
    for (const operation of service.operations) {
      const { permission, orPermission } = operation
      if (permission === 'public' || permission === 'any credential') continue
      const key = await service.keyWith(
        mia,
        permissions.filter((one) => one !== permission && one !== orPermission),
      )
      const answer = await request(operation, missing(operation), { key })
      expect([operation.id, answer.status, codeOf(operation, answer)]).toEqual([
        operation.id,
        403,
        'permission_denied',
      ])
      expect(answer.text).toContain(permission)
    }
  })
})

describe("another workspace's object", () => {
  test('404 with the body of one that does not exist, and it stays as it was', async () => {
    for (const operation of service.operations) {
      if (!operation.path.includes('{') || operation.permission === 'public') continue
      if (isOfNoWorkspace(operation.path)) continue
      const makeForeign = foreignIds[operation.path]
      expect(makeForeign, `${operation.path} is missing in foreignIds`).toBeDefined()
      const ids = await idsOf(makeForeign as () => Promise<Ids>)
      const credential = miasCredential(operation)
      const foreign = await request(operation, ids, credential)
      const none = await request(operation, missing(operation), credential)
      expect([operation.id, foreign.status]).toEqual([operation.id, 404])
      expect([operation.id, described(foreign.body)]).toEqual([operation.id, described(none.body)])
      const { path } = operation
      const isRead = service.operations.some((one) => one.method === 'GET' && one.path === path)
      if (!isRead) continue
      const theirs = await service.call('GET', fill(path, ids), { key: stranger.key })
      expect([operation.id, theirs.status]).toEqual([operation.id, 200])
    }
  })

  test('404 for a malformed id too', async () => {
    for (const operation of service.operations) {
      if (!operation.path.includes('{') || operation.path.includes('{key}')) continue
      if (operation.permission === 'public') continue
      for (const id of ['abc', '0', '-1', '99999999999999', '1.5', '%00', "1'--"]) {
        const ids = Object.fromEntries(Object.keys(missingIds).map((name) => [name, id]))
        const answer = await request(operation, ids, miasCredential(operation))
        expect([operation.id, id, answer.status]).toEqual([operation.id, id, 404])
      }
    }
  })
})

describe('lists', () => {
  test('contain nothing of another workspace', async () => {
    for (const makeForeign of Object.values(foreignIds)) await idsOf(makeForeign)
    for (const operation of service.operations) {
      if (operation.method !== 'GET' || operation.path.includes('{')) continue
      if (operation.events || operation.exchange) continue
      // They read no records.
      if (['previewSchedule', 'getLinkCard'].includes(operation.id)) continue
      // Only required parameters: a filter would find nothing, regardless of the owner.
      const given = Object.entries((operation.example?.query ?? {}) as Record<string, string>)
      const needed: readonly string[] = operation.query?.required ?? []
      const query = new URLSearchParams(given.filter(([name]) => needed.includes(name)))
      const url = `${operation.path}?${query}`
      const answer = await service.call('GET', url, miasCredential(operation))
      // Analytics name an account in the query, which is not one of hers.
      const expected = needed.includes('account_id') ? 404 : 200
      expect([operation.id, answer.status]).toEqual([operation.id, expected])
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

  test("the caller's workspace by id and by slug", async () => {
    for (const organization of [String(mia.workspaceId), mia.slug, mia.slug.toUpperCase()]) {
      expect((await ask({ organization })).status).toBe(200)
    }
  })

  test('the same 403 for another workspace and a missing one', async () => {
    for (const organization of [String(stranger.workspaceId), stranger.slug, '999999', 'nowhere']) {
      const answer = await ask({ organization })
      expect([organization, answer.status, answer.body.code]).toEqual([
        organization,
        403,
        'workspace_forbidden',
      ])
    }
  })

  test('400 for an invalid id or slug', async () => {
    for (const organization of ['', '!!', 'a b', '-x', '1,2', 'x'.repeat(65), '../1']) {
      const answer = await ask({ organization })
      expect([organization, answer.status, answer.body.code]).toEqual([
        organization,
        400,
        'malformed_header',
      ])
    }
  })

  test('Space selects a teamspace of the person', async () => {
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

  test('403 for a space of another workspace, one without membership, an inactive one and a missing one', async () => {
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

  test('400 for an invalid space id', async () => {
    for (const space of ['', 'abc', '-1', '1.5', '99999999999', '1,2']) {
      const answer = await ask({ space })
      expect([space, answer.status, answer.body.code]).toEqual([space, 400, 'malformed_header'])
    }
  })
})
