import { beforeAll, describe, expect, test } from 'vitest'
import type { Operation } from '../src/http/operation.ts'
import { permissions } from '../src/http/permissions.ts'
import { fill, isOfNoWorkspace, listForeignIds } from './foreign-ids.ts'
import { type Ids, recordFactory } from './foreign-records.ts'
import type { Answer, Tenant } from './harness.ts'
import { operations, toCases } from './operations.ts'
import {
  getMissingIds,
  needsCredential,
  testMalformedIds,
  useOutsider,
  withIds,
} from './use-outsider.ts'

/**
 * Every operation of the route table × every kind of caller that doesn't belong. An operation with
 * ids in its path needs an entry in `foreign-ids.ts` that creates an object of another workspace; a
 * missing entry fails the suite.
 */
const outsider = useOutsider()
const { service, mia, stranger, credentialFor, request } = outsider
const foreignIds = listForeignIds(service, stranger)
const made = new Map<() => Promise<Ids>, Promise<Ids>>()

/** Paths of the same kind share one object: no request may change it. */
function createIds(makeForeign: () => Promise<Ids>): Promise<Ids> {
  const ids = made.get(makeForeign) ?? makeForeign()
  made.set(makeForeign, ids)
  return ids
}

const { teamspace } = recordFactory(service, stranger)

/** No number and no UUID, too large for an integer, and a character that PostgreSQL can't store. */
const malformedIds = ['abc', '99999999999999', '%00']

/** Errors in the format of another service have its codes, so only the status counts. */
function readCode({ errorFormat }: Operation, { status, body }: Answer): string {
  const codes: Record<number, string> = { 401: 'unauthorized', 403: 'permission_denied' }
  return errorFormat ? (codes[status] ?? '') : body.code
}

function described(body: { instance: string; request_id: string }) {
  return { ...body, instance: '', request_id: '' }
}

describe('without a credential', () => {
  test.each(toCases(operations.filter(needsCredential)))('%s: 401', async (_id, operation) => {
    const answer = await request(operation, getMissingIds(operation))
    expect([answer.status, readCode(operation, answer)]).toEqual([401, 'unauthorized'])
    expect(answer.headers['www-authenticate']).toBe('Api-Key, Bearer')
  })

  test('public operations: signing in, samples, and URLs that carry their own secret', () => {
    const open = operations.filter(({ permission }) => permission === 'public')
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
  /** Operations that need the same permission share a key. */
  const keys = new Map<string, Promise<string>>()
  const keyWithout = ({ permission, orPermission }: Operation) => {
    const excluded: unknown[] = [permission, orPermission]
    const scopes = permissions.filter((one) => !excluded.includes(one))
    const key = keys.get(String(excluded)) ?? service.keyWith(mia, scopes)
    keys.set(String(excluded), key)
    return key
  }
  const limited = operations.filter(
    (operation) => needsCredential(operation) && operation.permission !== 'any credential',
  )

  test.each(toCases(limited))('%s: 403 that names the permission', async (_id, operation) => {
    const key = await keyWithout(operation)
    const answer = await request(operation, getMissingIds(operation), { key })
    expect([answer.status, readCode(operation, answer)]).toEqual([403, 'permission_denied'])
    expect(answer.text).toContain(operation.permission)
  })
})

describe("another workspace's object", () => {
  const readable = new Set(
    operations.filter(({ method }) => method === 'GET').map(({ path }) => path),
  )

  test.each(toCases(withIds.filter(({ path }) => !isOfNoWorkspace(path))))(
    '%s: 404 with the body of one that does not exist, and it stays as it was',
    async (_id, operation) => {
      const { path } = operation
      const makeForeign = foreignIds[path]
      expect(makeForeign, `${path} is missing in foreignIds`).toBeDefined()
      const ids = await createIds(makeForeign as () => Promise<Ids>)
      const credential = credentialFor(operation)
      const foreign = await request(operation, ids, credential)
      const none = await request(operation, getMissingIds(operation), credential)
      expect(foreign.status).toBe(404)
      expect(described(foreign.body)).toEqual(described(none.body))
      if (!readable.has(path)) return
      const theirs = await service.call('GET', fill(path, ids), { key: stranger.key })
      expect(theirs.status).toBe(200)
    },
  )

  testMalformedIds(outsider, malformedIds)
})

describe('lists', () => {
  beforeAll(async () => {
    for (const makeForeign of Object.values(foreignIds)) await createIds(makeForeign)
  })

  const lists = operations.filter(
    ({ method, path, id, events, exchange }) =>
      method === 'GET' &&
      !(path.includes('{') || events || exchange) &&
      // They read no records.
      !['previewSchedule', 'getLinkCard'].includes(id),
  )

  test.each(toCases(lists))('%s: contains nothing of another workspace', async (_id, operation) => {
    // Only required parameters: a filter would find nothing, regardless of the owner.
    const given = Object.entries((operation.example?.query ?? {}) as Record<string, string>)
    const needed: readonly string[] = operation.query?.required ?? []
    const query = new URLSearchParams(given.filter(([name]) => needed.includes(name)))
    const url = `${operation.path}?${query}`
    const answer = await service.call('GET', url, credentialFor(operation))
    // Analytics name an account in the query, which is not one of hers.
    expect(answer.status).toBe(needed.includes('account_id') ? 404 : 200)
    for (const trace of [stranger.email, stranger.slug, 'Theirs']) {
      expect([trace, answer.text.includes(trace)]).toEqual([trace, false])
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
