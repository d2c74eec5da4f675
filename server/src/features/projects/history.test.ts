import { describe, expect, test } from 'vitest'
import type { Answer, Tenant } from '../../../test/harness.ts'
import { useProjects } from './test-projects.ts'

const base = '/api/v1/projects/campaign'
const { service, createProject, listEvents } = useProjects()

describe('history', () => {
  test('newest first, with actor, action and changes; each complete, with exact numbers', async () => {
    const { get, patch, mia } = await createProject('{"n":1.10}')
    const { body: login } = await passwordLogin(mia)
    await patch('{"data":{"n":1.10,"m":-0}}')
    await service.call('PATCH', (await createProject()).path, {
      token: login.access_token,
      body: {},
    })
    await service.call('PATCH', readPath(await get()), {
      token: login.access_token,
      body: { title: 'By hand' },
      headers: { 'x-request-id': 'trace-7' },
    })
    const { body } = await get('/revisions')
    expect([body.count, body.next, body.previous]).toEqual([3, null, null])
    expect(body.results).toMatchObject([
      {
        ...{ revision: 3, action: 'updated', from_revision: null, changed: ['title'] },
        ...{ paths: ['/title'], request_id: 'trace-7' },
        actor: { id: mia.userId, kind: 'user', via: 'api', name: 'Test Person' },
      },
      { revision: 2, changed: ['data'], paths: ['/data/m'], actor: { kind: 'agent', via: 'api' } },
      { revision: 1, action: 'created', changed: ['title', 'description', 'primary_type', 'data'] },
    ])
    expect(body.results[0].data).toBeUndefined()
    const first = await get('/revisions/1')
    expect([first.status, first.headers.etag]).toEqual([200, '"rev-1"'])
    expect(first.text).toContain(
      '"title":"A","description":"","primary_type":"","data":{"n":1.10}}',
    )
    const second = await get('/revisions?page=2&page_size=1')
    expect(second.body.results[0].revision).toBe(2)
    for (const missing of ['4', '0', '-1', 'x', '99999999999']) {
      const answer = await get(`/revisions/${missing}`)
      expect([answer.status, answer.body.code]).toEqual([404, 'project_revision_not_found'])
    }
  })

  test('diff: added, removed and changed places with their values', async () => {
    const { get, patch } = await createProject('{"a":1.10,"b":{"c":[1]},"gone":null}')
    await patch('{"title":"B","data":{"a":1.1,"b":{"c":[1,2],"d/e":{"x":1}}}}')
    await patch('{"data":{"b":{"c":[1,2],"d/e":{"x":1}}}}')
    const diff = await get('/diff?from=1&to=2')
    expect(diff.text).toBe(
      '{"from":1,"to":2,"added":[{"path":"/data/b/d~1e","value":{"x":1}}],' +
        '"removed":[{"path":"/data/gone","value":null}],' +
        '"changed":[{"path":"/title","old":"A","new":"B"},{"path":"/data/a","old":1.10,"new":1.1},' +
        '{"path":"/data/b/c","old":[1],"new":[1,2]}],"truncated":false}',
    )
    expect((await get('/diff')).body).toMatchObject({
      ...{ from: 2, to: 3, added: [], changed: [] },
      removed: [{ path: '/data/a', value: 1.1 }],
    })
    expect((await get('/diff?to=1')).body).toMatchObject({ from: 1, to: 1, changed: [] })
    expect((await get('/diff?from=3&to=2')).body.added).toHaveLength(1)
    for (const query of ['from=9', 'to=9', 'from=0', 'to=x']) {
      expect([query, (await get(`/diff?${query}`)).status]).toEqual([query, 400])
    }
  })

  test('revert creates a new revision like the old one and keeps those in between', async () => {
    const { get, patch, post, mia } = await createProject('{"n": 1.10}')
    await patch({ title: 'B', data: { n: 2 } })
    const reverted = await post('/revert', { revision: 1 })
    expect([reverted.status, reverted.headers.etag]).toEqual([200, '"rev-3"'])
    expect(reverted.text).toContain(
      '"title":"A","description":"","primary_type":"","data":{"n": 1.10}',
    )
    expect((await get('/revisions/2')).body.title).toBe('B')
    expect((await get('/revisions?page_size=1')).body.results[0]).toMatchObject({
      ...{ action: 'reverted', from_revision: 1, changed: ['title', 'data'] },
    })
    expect((await post('/revert', { revision: 3 })).body.revision).toBe(3)
    expect((await post('/revert', { revision: 1 }, { 'if-match': '"rev-2"' })).status).toBe(412)
    for (const body of [{ revision: 9 }, { revision: 0 }, { revision: '1' }, {}]) {
      expect([body, (await post('/revert', body)).status]).toEqual([body, 400])
    }
    const events = await listEvents(mia)
    expect(events.map(({ type }) => type)).toEqual([
      'project.created',
      'project.updated',
      'project.reverted',
    ])
    expect(events[2]?.data).toMatchObject({
      resourcetype: 'campaign',
      revision: 3,
      from_revision: 1,
    })
  })

  test('cannot be rewritten by queries of the workspace', async () => {
    const { mia } = await createProject()
    const sql = service.deps.db.workspace(mia.workspaceId)
    await expect(sql`update project_revisions set title = 'x'`).rejects.toThrow(/permission denied/)
    await expect(sql`delete from project_revisions`).rejects.toThrow(/permission denied/)
  })
})

function readPath({ body }: Answer): string {
  return `${base}/${body.id}`
}

/** Signs the person in with a password, in addition to the key. */
async function passwordLogin({ userId, email }: Tenant): Promise<Answer> {
  const { hashPassword } = await import('../auth/passwords.ts')
  const hash = await hashPassword('a long enough password')
  await service.deps.db.system`update users set password_hash = ${hash} where id = ${userId}`
  const body = { email, password: 'a long enough password' }
  return service.call('POST', '/api/v1/auth/login', { body })
}
