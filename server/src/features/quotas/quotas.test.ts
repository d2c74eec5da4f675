import { describe, expect, test } from 'vitest'
import { openBrowserSession } from '../../../test/browser-session.ts'
import { expectStatus, readProblem, useService, useTenant } from '../../../test/harness.ts'
import { readConfig } from '../../config.ts'
import { quotaNames, quotas } from '../../lib/quotas.ts'
import { counted, quotaClient } from './test-quotas.ts'

const service = useService({ quotas: { triggers: 400, members: null } })
const { setLimit, callOf, readQuota, setUp } = quotaClient(service)
/** The owner of the first workspace. */
const first = useTenant(service)
const stranger = useTenant(service)

describe('at the limit', () => {
  test.each(counted)('$name: one more is refused, and fits after one is deleted', async (kind) => {
    const { mia, call, prepared } = await setUp(kind, 2)
    await expectStatus(201, kind.create(call, 1, prepared))
    const second = await expectStatus(201, kind.create(call, 2, prepared))
    const full = await readQuota(mia, kind.name)
    expect(full).toMatchObject({ used: full.limit, source: 'workspace', per: null })
    const refused = await kind.create(call, 3, prepared)
    expect([refused.status, refused.body]).toMatchObject([
      507,
      {
        code: 'quota_exceeded',
        quota: kind.name,
        limit: full.limit,
        detail: expect.stringMatching(/at most .* The operator of this installation can raise/),
      },
    ])
    expect(refused.headers['retry-after']).toBeUndefined()
    expect(await readQuota(mia, kind.name)).toEqual(full)
    await kind.remove(call, second, prepared)
    await expectStatus(201, kind.create(call, 4, prepared))
  })

  test.each(counted)('$name: 10 at once never exceed it', async (kind) => {
    const { mia, call, prepared } = await setUp(kind, 4)
    const made = await Promise.all(
      Array.from({ length: 10 }, (_, number) => kind.create(call, number, prepared)),
    )
    const statuses = made.map(({ status }) => status).sort()
    expect(statuses).toEqual([...Array(4).fill(201), ...Array(6).fill(507)])
    const { used, limit } = await readQuota(mia, kind.name)
    expect(used).toBe(limit)
  })

  test('a limit of one workspace does not concern another', async () => {
    await setLimit((await service.tenant()).workspaceId, 'boards', 1)
    const { mia, call } = await setUp(counted.find(({ name }) => name === 'boards') as never, 1)
    await expectStatus(201, call('POST', '/pm/boards', { title: 'One' }))
    await setLimit(mia.workspaceId, 'boards', null)
    await expectStatus(201, call('POST', '/pm/boards', { title: 'Two' }))
    expect(await readQuota(mia, 'boards')).toMatchObject({ limit: null, source: 'workspace' })
  })

  test('an owner gets no more workspaces, neither new ones nor by a promotion', async () => {
    const mia = await service.tenant()
    const { headers } = await openBrowserSession(service, mia)
    const create = (name: string) =>
      service.call('POST', '/api/v1/workspaces', { headers, body: { name } })
    const made = await Promise.all(Array.from({ length: 25 }, () => create('More')))
    expect(made.filter(({ status }) => status === 201)).toHaveLength(19)
    expect(await readProblem(create('One more'))).toEqual([507, 'quota_exceeded'])
    expect(await readQuota(mia, 'workspaces')).toMatchObject({ used: 20, limit: 20 })
    const jo = await service.tenant()
    await service.deps.db.system`insert into memberships (workspace_id, user_id, role, created_at)
      values (${jo.workspaceId}, ${mia.userId}, 'admin', now())`
    const promotion = callOf(jo)('PATCH', `/workspaces/members/${mia.userId}`, { role: 'owner' })
    expect(await readProblem(promotion)).toEqual([507, 'quota_exceeded'])
  })
})

describe('every way in', () => {
  test('copies of boards and tasks count', async () => {
    const { mia, call } = await setUp(counted.find(({ name }) => name === 'boards') as never, 1)
    const { id } = await expectStatus(201, call('POST', '/pm/boards', { title: 'A' }))
    expect(await readProblem(call('POST', `/pm/boards/${id}/clone`, {}))).toEqual([
      507,
      'quota_exceeded',
    ])
    await setLimit(mia.workspaceId, 'boards', null)
    const task = await expectStatus(201, call('POST', '/pm/tasks', { board: id, title: 'A' }))
    await expectStatus(201, call('POST', '/pm/tasks', { parent: task.id, title: 'B' }))
    await setLimit(mia.workspaceId, 'board_tasks', 3)
    const copies = [
      call('POST', `/pm/tasks/${task.id}/clone`, { with_subtasks: true }),
      call('POST', `/pm/boards/${id}/clone`, { with_tasks: true }),
    ]
    const problems = await Promise.all(copies.map(readProblem))
    expect(problems).toEqual(Array(2).fill([507, 'quota_exceeded']))
    expect(await readQuota(mia, 'board_tasks')).toMatchObject({ used: 2 })
  })

  test('revisions, items and a restored project count', async () => {
    const mia = await service.tenant()
    const call = callOf(mia)
    const path = '/projects/campaign'
    const { id } = await expectStatus(201, call('POST', path, { title: 'P', data: { a: '5678' } }))
    const limitTo = (max: number) => setLimit(mia.workspaceId, 'project_bytes', max)
    await limitTo(24)
    await expectStatus(200, call('PATCH', `${path}/${id}`, { data: { a: '8765' } }))
    expect(await readQuota(mia, 'project_bytes')).toMatchObject({ used: 24 })
    const full = [507, 'quota_exceeded']
    const again = { data: { a: '0000' } }
    expect(await readProblem(call('PATCH', `${path}/${id}`, again))).toEqual(full)
    const revert = call('POST', `${path}/${id}/revert`, { revision: 1 })
    expect(await readProblem(revert)).toEqual(full)
    const item = { title: 'I', data: { b: 1 } }
    expect(await readProblem(call('POST', `${path}/${id}/items`, item))).toEqual(full)
    await expectStatus(204, call('DELETE', `${path}/${id}`))
    await limitTo(23)
    expect(await readProblem(call('POST', `${path}/${id}/restore`))).toEqual(full)
    await limitTo(31)
    await expectStatus(200, call('POST', `${path}/${id}/restore`))
    const { id: itemId } = await expectStatus(201, call('POST', `${path}/${id}/items`, item))
    expect(await readQuota(mia, 'project_bytes')).toMatchObject({ used: 31 })
    await expectStatus(204, call('DELETE', `${path}/${id}/items/${itemId}`))
    expect(await readQuota(mia, 'project_bytes')).toMatchObject({ used: 24 })
  })

  test('a signed upload stops at the quota, and one that is replaced counts once', async () => {
    const mia = await service.tenant()
    const call = callOf(mia)
    await setLimit(mia.workspaceId, 'asset_bytes', 10)
    const file = { filename: 'a.pdf', filetype: 'application/pdf' }
    const { signed } = await expectStatus(200, call('POST', '/assets/sign', file))
    const put = (text: string) => {
      const { pathname, search } = new URL(signed)
      const headers = { 'content-type': 'application/pdf' }
      return service.call('PUT', pathname + search, { headers, body: text })
    }
    expect(await readProblem(put('12345678901'))).toEqual([507, 'quota_exceeded'])
    expect(await readQuota(mia, 'asset_bytes')).toMatchObject({ used: 0 })
    await expectStatus(204, put('1234'))
    await expectStatus(204, put('123456'))
    expect(await readQuota(mia, 'asset_bytes')).toMatchObject({ used: 6 })
  })

  test('a workflow step fails at once and says why', async () => {
    const { mia, call } = await setUp(counted.find(({ name }) => name === 'boards') as never, 1)
    await expectStatus(201, call('POST', '/pm/boards', { title: 'A' }))
    const step = { id: 'make', type: 'call', operation: 'createBoard', body: { title: 'B' } }
    const retries = { limit: 5, delay_seconds: 60 }
    const definition = { title: 'Make', steps: [{ ...step, retries }] }
    const { id } = await expectStatus(201, call('POST', '/service/workflows', { definition }))
    const { run_id } = await expectStatus(200, call('POST', `/service/workflows/${id}/start`, {}))
    const read = () => call('GET', `/service/workflows/${id}/runs/${run_id}/status`)
    await expect.poll(async () => (await read()).body.status).toBe('FAILED')
    expect(JSON.stringify((await read()).body)).toContain('at most 1 boards')
    expect(await readQuota(mia, 'boards')).toMatchObject({ used: 1 })
  })
})

describe('rates', () => {
  test('invitations a day: 429 until the window ends, also if they are withdrawn', async () => {
    const stopped = service.stopClock()
    const mia = await service.tenant()
    const call = callOf(mia)
    await setLimit(mia.workspaceId, 'invitations_per_day', 2)
    const invite = (email: string) => call('POST', '/workspaces/invitations', { email })
    const { id } = await expectStatus(201, invite('a@example.com'))
    await expectStatus(201, invite('b@example.com'))
    await expectStatus(204, call('DELETE', `/workspaces/invitations/${id}`))
    const refused = await invite('c@example.com')
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '86400'])
    const resets_at = new Date(service.deps.clock().getTime() + 86_400_000).toISOString()
    const name = 'invitations_per_day'
    expect(refused.body).toMatchObject({ quota: name, limit: 2, used: 2, resets_at })
    expect(await readQuota(mia, name)).toMatchObject({ per: 'day', used: 2, resets_at })
    service.advance(86_401)
    expect(await readQuota(mia, name)).toMatchObject({ used: 0, resets_at: null })
    await expectStatus(201, invite('c@example.com'))
    stopped()
  })
})

describe('GET /usage', () => {
  test('lists every quota with its limit and where that comes from', async () => {
    const body = await expectStatus(200, callOf(stranger)('GET', '/usage'))
    expect(body.quotas.map(({ name }: { name: string }) => name)).toEqual(quotaNames)
    expect(await readQuota(stranger, 'boards')).toEqual({
      name: 'boards',
      title: 'Boards',
      used: 0,
      limit: quotas.boards.usual,
      per: null,
      resets_at: null,
      source: 'default',
    })
    const triggers = { limit: 400, source: 'installation' }
    expect(await readQuota(stranger, 'triggers')).toMatchObject(triggers)
    expect(await readQuota(stranger, 'members')).toMatchObject({ limit: null, used: 1 })
  })

  test('401 without a credential, 403 without workspaces:read', async () => {
    expect((await service.call('GET', '/api/v1/usage')).status).toBe(401)
    const key = await service.keyWith(stranger, ['boards:read'])
    expect((await callOf({ key })('GET', '/usage')).status).toBe(403)
  })
})

describe('PATCH /quotas/{workspace_id}', () => {
  const patch = (workspaceId: number, body: object, headers?: object, key?: string) =>
    service.call('PATCH', `/api/v1/quotas/${workspaceId}`, {
      ...(key && { key }),
      headers: { ...headers },
      body,
    })

  test('the operator sets, lifts and resets limits of any workspace', async () => {
    const { headers } = await openBrowserSession(service, first)
    const { workspaceId } = stranger
    const limits = { boards: 7, members: 9, webhooks: null }
    await expectStatus(200, patch(workspaceId, { limits }, headers))
    expect(await readQuota(stranger, 'boards')).toMatchObject({ limit: 7, source: 'workspace' })
    expect(await readQuota(stranger, 'webhooks')).toMatchObject({ limit: null })
    expect(await readQuota(first, 'boards')).toMatchObject({ source: 'default' })
    await expectStatus(200, patch(workspaceId, { reset: ['boards'] }, headers))
    expect(await readQuota(stranger, 'boards')).toMatchObject({ source: 'default' })
    expect(await readQuota(stranger, 'members')).toMatchObject({ limit: 9 })
    const { body } = await service.events(stranger.key)
    const types = body.results.map(({ type }: { type: string }) => type)
    expect(types).toContain('quota.updated')
    await expectStatus(200, patch(workspaceId, { reset: ['members', 'webhooks'] }, headers))
  })

  test('400 for a limit below 1 and for workspaces', async () => {
    const { headers } = await openBrowserSession(service, first)
    const limits = { boards: 0 }
    const path = 'limits.boards'
    expect(await readProblem(patch(1, { limits }, headers))).toEqual([400, path])
    expect((await patch(1, { reset: ['workspaces'] }, headers)).status).toBe(400)
  })

  test('401, 403 for keys and owners of other workspaces, 404 for no workspace', async () => {
    const limits = { boards: 7 }
    const { workspaceId, key } = stranger
    expect((await patch(workspaceId, { limits })).status).toBe(401)
    const denied = [403, 'permission_denied']
    const { headers } = await openBrowserSession(service, first)
    expect(await readProblem(patch(workspaceId, { limits }, {}, key))).toEqual(denied)
    expect(await readProblem(patch(workspaceId, { limits }, {}, first.key))).toEqual(denied)
    const own = await openBrowserSession(service, stranger)
    expect(await readProblem(patch(workspaceId, { limits }, own.headers))).toEqual(denied)
    expect(await readProblem(patch(2_000_000_000, { limits }, own.headers))).toEqual(denied)
    const none = [404, 'workspace_not_found']
    expect(await readProblem(patch(2_000_000_000, { limits }, headers))).toEqual(none)
    expect(await readQuota(stranger, 'boards')).toMatchObject({ source: 'default' })
  })
})

describe('settings', () => {
  test('0 means unlimited, and every mistake is named', () => {
    const given = { ATELIER_QUOTA_BOARDS: '0', ATELIER_QUOTA_API_KEYS: '5' }
    expect(readConfig(given).quotas).toEqual({ boards: null, api_keys: 5 })
    expect(() => readConfig({ ATELIER_QUOTA_BOARDS: '-1' })).toThrow(/ATELIER_QUOTA_BOARDS/)
    expect(() => readConfig({ ATELIER_QUOTA_BOATS: '1' })).toThrow(/not an Atelier setting/)
  })
})
