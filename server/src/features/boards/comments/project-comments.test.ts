import { describe, expect, test } from 'vitest'
import { expectStatus, readProblem, type Tenant } from '../../../../test/harness.ts'
import type { Permission } from '../../../http/permissions.ts'
import { type Call, useBoards } from '../test-boards.ts'

const { service, boardClient } = useBoards()

async function onProject(type = 'campaign') {
  const mia = await service.tenant()
  const call = boardClient(mia)
  const body = { title: 'Spring launch' }
  const { id } = await expectStatus(201, call('POST', `/projects/${type}`, body))
  const on = { content_type: 'project', object_pk: String(id) }
  return { mia, call, on, id }
}

const say = (call: Call, on: object, comment: string, more: object = {}) =>
  expectStatus(201, call('POST', '/comments', { ...on, comment, ...more }))

const shown = async (call: Call, query: string) =>
  (await expectStatus(200, call('GET', `/comments?${query}`))).results.map(
    (one: { comment: string }) => one.comment,
  )

async function listEvents({ workspaceId }: Tenant) {
  return service.deps.db.system<{ type: string; object: object; data: object }>`
    select type, object, data from events
    where workspace_id = ${workspaceId} and type like 'project.comment%' order by id`
}

describe('comments on projects', () => {
  test('are written, listed, edited and deleted, with events', async () => {
    const { mia, call, on, id } = await onProject()
    const first = await say(call, on, 'First')
    expect(first).toMatchObject({ ...on, parent: null, comment: 'First', mentions: [] })
    await say(call, on, 'Answer', { parent: first.id })
    const here = `content_type=project&object_pk=${id}`
    expect(await shown(call, here)).toEqual(['First', 'Answer'])
    const path = `/comments/${first.id}`
    const edited = await expectStatus(200, call('PATCH', path, { comment: 'First!' }))
    expect(await expectStatus(200, call('GET', path))).toEqual(edited)
    const jo = boardClient(await service.colleague(mia, 'member'))
    const denied = jo('PATCH', path, { comment: 'x' })
    expect(await readProblem(denied)).toEqual([403, 'comment_not_yours'])
    await expectStatus(204, call('DELETE', path))
    expect(await shown(call, here)).toEqual(['', 'Answer'])
    const event = (verb: string) => ({
      type: `project.${verb}`,
      object: { type: 'project', id },
      data: { resourcetype: 'campaign', title: 'Spring launch', comment_id: first.id },
    })
    const [commented, , changed, deleted] = await listEvents(mia)
    expect(commented).toEqual(event('commented'))
    expect([changed, deleted]).toEqual([event('comment_edited'), event('comment_deleted')])
  })

  test('also where ids are numbers, apart from those of tasks', async () => {
    const { call, on, id } = await onProject('document')
    await expectStatus(201, call('POST', '/pm/boards', { title: 'Launch' }))
    await expectStatus(201, call('POST', '/pm/tasks', { board: 'launch', title: 'One' }))
    await say(call, { content_type: 'task', object_pk: 'LAUNCH-1' }, 'On the task')
    const { id: comment } = await say(call, on, 'On the document')
    expect(await shown(call, '')).toEqual(['On the task', 'On the document'])
    expect(await shown(call, 'content_type=project')).toEqual(['On the document'])
    expect(await shown(call, 'content_type=task')).toEqual(['On the task'])
    const other = call('POST', '/comments', {
      content_type: 'task',
      object_pk: 'LAUNCH-1',
      parent: comment,
      comment: 'x',
    })
    expect(await readProblem(other)).toEqual([400, 'parent'])
    await expectStatus(204, call('DELETE', `/projects/document/${id}`))
    expect(await shown(call, '')).toEqual(['On the task'])
    await expectStatus(404, call('GET', `/comments/${comment}`))
  })

  test('only of people who see the project, who alone can be mentioned', async () => {
    const { mia, call } = await onProject()
    const [jo, sam] = [
      await service.colleague(mia, 'member'),
      await service.colleague(mia, 'member'),
    ]
    const finance = { name: 'Finance' }
    const space = await expectStatus(201, call('POST', '/workspaces/teamspaces', finance))
    const members = `/workspaces/teamspaces/${space.id}/members`
    await expectStatus(201, call('POST', members, { user_id: jo.userId }))
    const made = await service.call('POST', '/api/v1/projects/campaign', {
      key: jo.key,
      body: { title: 'Budget' },
      headers: { space: String(space.id) },
    })
    const on = { content_type: 'project', object_pk: made.body.id }
    const both = [jo, sam, mia].map(({ userId }) => `@[A](user:${userId})`).join(' ')
    const comment = await say(boardClient(jo), on, `Secret ${both}`)
    expect(comment.mentions).toContain(jo.userId)
    expect(comment.mentions).not.toContain(sam.userId)
    const his = boardClient(sam)
    const missing = his('POST', '/comments', { ...on, comment: 'x' })
    expect(await readProblem(missing)).toEqual([404, 'project_not_found'])
    for (const method of ['GET', 'DELETE']) {
      const unknown = his(method, `/comments/${comment.id}`)
      expect(await readProblem(unknown)).toEqual([404, 'comment_not_found'])
    }
    expect(await shown(his, '')).toEqual([])
    const stranger = boardClient(await service.tenant())
    const gone = stranger('POST', '/comments', { ...on, comment: 'x' })
    expect(await readProblem(gone)).toEqual([404, 'project_not_found'])
    await expectStatus(201, call('POST', members, { user_id: sam.userId }))
    await say(boardClient(jo), on, `Now @[Sam](user:${sam.userId})`)
    const notifications = await service.deps.db.system<{ title: string; link: string }>`
      select title, link from notifications where user_id = ${sam.userId}`
    expect(notifications).toEqual([
      {
        title: 'Test key mentioned you in Budget',
        link: `/projects/campaign/${made.body.id}`,
      },
    ])
  })

  test('a key for projects alone can comment on them, and learns nothing of tasks', async () => {
    const { mia, call, on } = await onProject()
    await expectStatus(201, call('POST', '/pm/boards', { title: 'Launch' }))
    await expectStatus(201, call('POST', '/pm/tasks', { board: 'launch', title: 'One' }))
    const onTask = { content_type: 'task', object_pk: 'LAUNCH-1' }
    const hidden = await say(call, onTask, 'On the task')
    const asKey = async (scopes: Permission[]) =>
      boardClient({ ...mia, key: await service.keyWith(mia, scopes) })
    const agent = await asKey(['projects:read', 'projects:write'])
    const own = await say(agent, on, 'Done')
    const path = `/comments/${own.id}`
    await expectStatus(200, agent('PATCH', path, { comment: 'Done!' }))
    expect((await expectStatus(200, agent('GET', path))).comment).toBe('Done!')
    expect(await shown(agent, '')).toEqual(['Done!'])
    expect(await shown(agent, `content_type=project&object_pk=${on.object_pk}`)).toEqual(['Done!'])
    const denied = [403, 'permission_denied']
    const rejected = agent('POST', '/comments', { ...onTask, comment: 'x' })
    expect(await readProblem(rejected)).toEqual(denied)
    expect(await readProblem(agent('GET', '/comments?content_type=task'))).toEqual(denied)
    expect(await readProblem(agent('GET', '/comments?object_pk=LAUNCH-1'))).toEqual(denied)
    const changes = [['GET'], ['PATCH', { comment: 'x' }], ['DELETE']] as const
    for (const [method, body] of changes) {
      const refused = await readProblem(agent(method, `/comments/${hidden.id}`, body))
      expect([method, refused]).toEqual([method, [404, 'comment_not_found']])
    }
    const reader = await asKey(['projects:read'])
    expect(await shown(reader, '')).toEqual(['Done!'])
    for (const [method, body] of changes.slice(1)) {
      expect(await readProblem(reader(method, path, body))).toEqual(denied)
    }
    expect(await readProblem(reader('POST', '/comments', { ...on, comment: 'x' }))).toEqual(denied)
    // Writing on boards does not let a key read them.
    const mixed = await asKey(['boards:write', 'projects:read'])
    const missing = mixed('GET', `/comments/${hidden.id}`)
    expect(await readProblem(missing)).toEqual([404, 'comment_not_found'])
    await expectStatus(204, agent('DELETE', path))
    await expectStatus(401, service.call('GET', `/api/v1/comments/${hidden.id}`, { key: 'atl_x' }))
  })

  test('need projects:read besides the permission for comments', async () => {
    const { mia, call, on } = await onProject()
    await say(call, on, 'Mine')
    const key = await service.keyWith(mia, ['boards:read', 'boards:write'])
    const blind = boardClient({ ...mia, key })
    const denied = [403, 'permission_denied']
    expect(await readProblem(blind('POST', '/comments', { ...on, comment: 'x' }))).toEqual(denied)
    expect(await readProblem(blind('GET', '/comments?content_type=project'))).toEqual(denied)
    expect(await shown(blind, '')).toEqual([])
    const { id } = await say(call, on, 'More')
    const missing = blind('DELETE', `/comments/${id}`)
    expect(await readProblem(missing)).toEqual([404, 'comment_not_found'])
  })
})
