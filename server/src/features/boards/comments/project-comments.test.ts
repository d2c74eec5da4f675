import { describe, expect, test } from 'vitest'
import type { Tenant } from '../../../../test/harness.ts'
import type { Permission } from '../../../http/permissions.ts'
import { type Ask, must, refusal, useBoards } from '../test-boards.ts'

const { service, asker } = useBoards()

async function onProject(type = 'campaign') {
  const mia = await service.tenant()
  const ask = asker(mia)
  const { id } = await must(201, ask('POST', `/projects/${type}`, { title: 'Spring launch' }))
  const on = { content_type: 'project', object_pk: String(id) }
  return { mia, ask, on, id }
}

const say = (ask: Ask, on: object, comment: string, more: object = {}) =>
  must(201, ask('POST', '/comments', { ...on, comment, ...more }))

const shown = async (ask: Ask, query: string) =>
  (await must(200, ask('GET', `/comments?${query}`))).results.map(
    (one: { comment: string }) => one.comment,
  )

async function eventsOf({ workspaceId }: Tenant) {
  return service.deps.db.system<{ type: string; object: object; data: object }>`
    select type, object, data from events
    where workspace_id = ${workspaceId} and type like 'project.comment%' order by id`
}

describe('comments on projects', () => {
  test('are written, listed, edited and deleted, with events', async () => {
    const { mia, ask, on, id } = await onProject()
    const first = await say(ask, on, 'First')
    expect(first).toMatchObject({ ...on, parent: null, comment: 'First', mentions: [] })
    await say(ask, on, 'Answer', { parent: first.id })
    const here = `content_type=project&object_pk=${id}`
    expect(await shown(ask, here)).toEqual(['First', 'Answer'])
    const path = `/comments/${first.id}`
    const edited = await must(200, ask('PATCH', path, { comment: 'First!' }))
    expect(await must(200, ask('GET', path))).toEqual(edited)
    const jo = asker(await service.colleague(mia, 'member'))
    expect(await refusal(jo('PATCH', path, { comment: 'x' }))).toEqual([403, 'comment_not_yours'])
    await must(204, ask('DELETE', path))
    expect(await shown(ask, here)).toEqual(['', 'Answer'])
    const event = (verb: string) => ({
      type: `project.${verb}`,
      object: { type: 'project', id },
      data: { resourcetype: 'campaign', title: 'Spring launch', comment_id: first.id },
    })
    const [commented, , changed, deleted] = await eventsOf(mia)
    expect(commented).toEqual(event('commented'))
    expect([changed, deleted]).toEqual([event('comment_edited'), event('comment_deleted')])
  })

  test('also where ids are numbers, apart from those of tasks', async () => {
    const { ask, on, id } = await onProject('document')
    await must(201, ask('POST', '/pm/boards', { title: 'Launch' }))
    await must(201, ask('POST', '/pm/tasks', { board: 'launch', title: 'One' }))
    await say(ask, { content_type: 'task', object_pk: 'LAUNCH-1' }, 'On the task')
    const { id: comment } = await say(ask, on, 'On the document')
    expect(await shown(ask, '')).toEqual(['On the task', 'On the document'])
    expect(await shown(ask, 'content_type=project')).toEqual(['On the document'])
    expect(await shown(ask, 'content_type=task')).toEqual(['On the task'])
    const other = ask('POST', '/comments', {
      content_type: 'task',
      object_pk: 'LAUNCH-1',
      parent: comment,
      comment: 'x',
    })
    expect(await refusal(other)).toEqual([400, 'parent'])
    await must(204, ask('DELETE', `/projects/document/${id}`))
    expect(await shown(ask, '')).toEqual(['On the task'])
    await must(404, ask('GET', `/comments/${comment}`))
  })

  test('only of people who see the project, who alone can be mentioned', async () => {
    const { mia, ask } = await onProject()
    const [jo, sam] = [
      await service.colleague(mia, 'member'),
      await service.colleague(mia, 'member'),
    ]
    const space = await must(201, ask('POST', '/workspaces/teamspaces', { name: 'Finance' }))
    const members = `/workspaces/teamspaces/${space.id}/members`
    await must(201, ask('POST', members, { user_id: jo.userId }))
    const made = await service.call('POST', '/api/v1/projects/campaign', {
      key: jo.key,
      body: { title: 'Budget' },
      headers: { space: String(space.id) },
    })
    const on = { content_type: 'project', object_pk: made.body.id }
    const both = [jo, sam, mia].map(({ userId }) => `@[A](user:${userId})`).join(' ')
    const comment = await say(asker(jo), on, `Secret ${both}`)
    expect(comment.mentions).toContain(jo.userId)
    expect(comment.mentions).not.toContain(sam.userId)
    const his = asker(sam)
    expect(await refusal(his('POST', '/comments', { ...on, comment: 'x' }))).toEqual([
      404,
      'project_not_found',
    ])
    for (const method of ['GET', 'DELETE']) {
      expect(await refusal(his(method, `/comments/${comment.id}`))).toEqual([
        404,
        'comment_not_found',
      ])
    }
    expect(await shown(his, '')).toEqual([])
    const stranger = asker(await service.tenant())
    expect(await refusal(stranger('POST', '/comments', { ...on, comment: 'x' }))).toEqual([
      404,
      'project_not_found',
    ])
    await must(201, ask('POST', members, { user_id: sam.userId }))
    await say(asker(jo), on, `Now @[Sam](user:${sam.userId})`)
    const told = await service.deps.db.system<{ title: string; link: string }>`
      select title, link from notifications where user_id = ${sam.userId}`
    expect(told).toEqual([
      {
        title: 'Test key mentioned you in Budget',
        link: `/projects/campaign/${made.body.id}`,
      },
    ])
  })

  test('a key for projects alone can comment on them, and learns nothing of tasks', async () => {
    const { mia, ask, on } = await onProject()
    await must(201, ask('POST', '/pm/boards', { title: 'Launch' }))
    await must(201, ask('POST', '/pm/tasks', { board: 'launch', title: 'One' }))
    const onTask = { content_type: 'task', object_pk: 'LAUNCH-1' }
    const hidden = await say(ask, onTask, 'On the task')
    const asKey = async (scopes: Permission[]) =>
      asker({ ...mia, key: await service.keyWith(mia, scopes) })
    const agent = await asKey(['projects:read', 'projects:write'])
    const own = await say(agent, on, 'Done')
    const path = `/comments/${own.id}`
    await must(200, agent('PATCH', path, { comment: 'Done!' }))
    expect((await must(200, agent('GET', path))).comment).toBe('Done!')
    expect(await shown(agent, '')).toEqual(['Done!'])
    expect(await shown(agent, `content_type=project&object_pk=${on.object_pk}`)).toEqual(['Done!'])
    const denied = [403, 'permission_denied']
    expect(await refusal(agent('POST', '/comments', { ...onTask, comment: 'x' }))).toEqual(denied)
    expect(await refusal(agent('GET', '/comments?content_type=task'))).toEqual(denied)
    expect(await refusal(agent('GET', '/comments?object_pk=LAUNCH-1'))).toEqual(denied)
    const changes = [['GET'], ['PATCH', { comment: 'x' }], ['DELETE']] as const
    for (const [method, body] of changes) {
      const refused = await refusal(agent(method, `/comments/${hidden.id}`, body))
      expect([method, refused]).toEqual([method, [404, 'comment_not_found']])
    }
    const reader = await asKey(['projects:read'])
    expect(await shown(reader, '')).toEqual(['Done!'])
    for (const [method, body] of changes.slice(1)) {
      expect(await refusal(reader(method, path, body))).toEqual(denied)
    }
    expect(await refusal(reader('POST', '/comments', { ...on, comment: 'x' }))).toEqual(denied)
    // Writing on boards does not let a key read them.
    const mixed = await asKey(['boards:write', 'projects:read'])
    expect(await refusal(mixed('GET', `/comments/${hidden.id}`))).toEqual([
      404,
      'comment_not_found',
    ])
    await must(204, agent('DELETE', path))
    const { status } = await service.call('GET', `/api/v1/comments/${hidden.id}`, { key: 'atl_x' })
    expect(status).toBe(401)
  })

  test('need projects:read besides the permission for comments', async () => {
    const { mia, ask, on } = await onProject()
    await say(ask, on, 'Mine')
    const key = await service.keyWith(mia, ['boards:read', 'boards:write'])
    const blind = asker({ ...mia, key })
    const denied = [403, 'permission_denied']
    expect(await refusal(blind('POST', '/comments', { ...on, comment: 'x' }))).toEqual(denied)
    expect(await refusal(blind('GET', '/comments?content_type=project'))).toEqual(denied)
    expect(await shown(blind, '')).toEqual([])
    const { id } = await say(ask, on, 'More')
    expect(await refusal(blind('DELETE', `/comments/${id}`))).toEqual([404, 'comment_not_found'])
  })
})
