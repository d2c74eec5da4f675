import { describe, expect, test } from 'vitest'
import { expectStatus, readProblem, type Tenant } from '../../../../test/harness.ts'
import { type Call, createBoard, createTask, listActivity, useBoards } from '../test-boards.ts'
import { findMentions, readable } from './mentions.ts'

const { service, boardClient } = useBoards()

async function onTask(): Promise<{ mia: Tenant; call: Call; taskId: string }> {
  const mia = await service.tenant()
  const call = boardClient(mia)
  await createBoard(call)
  const { id } = await createTask(call, 'launch', { title: 'Poster' })
  return { mia, call, taskId: id }
}

const on = { content_type: 'task', object_pk: 'LAUNCH-1' }

function say(call: Call, comment: string, more: object = {}) {
  return expectStatus(201, call('POST', '/comments', { ...on, comment, ...more }))
}

async function listNotifications({ workspaceId, userId }: Tenant) {
  return service.deps.db.system<{ category: string; title: string; message: string; link: string }>`
    select category, title, message, link from notifications
    where workspace_id = ${workspaceId} and user_id = ${userId} order by created_at, id`
}

describe('/comments', () => {
  test('201, listed in threads, edited and deleted by their authors', async () => {
    const { mia, call, taskId } = await onTask()
    const jo = await service.colleague(mia, 'member')
    const first = await say(call, 'First')
    expect(first).toEqual({
      id: expect.any(Number),
      content_type: 'task',
      object_pk: taskId,
      parent: null,
      comment: 'First',
      author: { id: mia.userId, name: 'Test key', kind: 'agent' },
      mentions: [],
      is_deleted: false,
      created_at: expect.any(String),
      updated_at: first.created_at,
    })
    const answer = await say(boardClient(jo), 'Answer', { parent: first.id })
    await say(call, 'Alone')
    const list = `/comments?content_type=task&object_pk=${taskId}`
    const shown = async (path: string) =>
      (await expectStatus(200, call('GET', path))).results.map(
        (one: { comment: string }) => one.comment,
      )
    expect(await shown(list)).toEqual(['First', 'Answer', 'Alone'])
    expect(await shown(`${list}&parent=${first.id}`)).toEqual(['Answer'])
    const path = `/comments/${first.id}`
    const denied = boardClient(jo)('PATCH', path, { comment: 'x' })
    expect(await readProblem(denied)).toEqual([403, 'comment_not_yours'])
    expect(await readProblem(boardClient(jo)('DELETE', path))).toEqual([403, 'comment_not_yours'])
    const edited = await expectStatus(200, call('PATCH', path, { comment: 'First!' }))
    expect(edited).toMatchObject({ id: first.id, comment: 'First!' })
    await expectStatus(200, call('PATCH', path, { comment: 'First!' }))
    expect(await expectStatus(200, call('GET', path))).toEqual(edited)
    await expectStatus(204, call('DELETE', path))
    expect(await readProblem(call('GET', path))).toEqual([404, 'comment_not_found'])
    // A deleted comment with replies stays in the list without its text, until the replies are
    // gone.
    expect(await shown(list)).toEqual(['', 'Answer', 'Alone'])
    await expectStatus(204, call('DELETE', `/comments/${answer.id}`)) // an administrator may
    expect(await shown(list)).toEqual(['Alone'])
    const verbs = (await listActivity(call, taskId)).map(({ verb }: { verb: string }) => verb)
    expect(verbs).toEqual([
      ...['created', 'commented', 'commented', 'commented', 'comment_edited'],
      ...['comment_deleted', 'comment_deleted'],
    ])
  })

  test('the activity lists them; the text of a deleted one is hidden', async () => {
    const { call, taskId } = await onTask()
    const { id } = await say(call, 'A secret')
    await expectStatus(200, call('PATCH', `/comments/${id}`, { comment: 'Still a secret' }))
    const [, commented, edited] = await listActivity(call, taskId)
    expect(commented).toMatchObject({
      comment: 'A secret',
      object: { type: 'comment', id },
      changes: [{ field: 'comment', old: null, new: 'A secret' }],
    })
    expect(edited.changes).toMatchObject([
      { field: 'comment', old: 'A secret', new: 'Still a secret' },
    ])
    await expectStatus(204, call('DELETE', `/comments/${id}`))
    const { text } = await call('GET', `/pm/tasks/${taskId}/activity`)
    expect(text).toContain('comment_deleted')
    expect(text).not.toContain('secret')
  })

  test('400 and 404 for what is not there', async () => {
    const { call } = await onTask()
    const stranger = await service.tenant()
    await createBoard(boardClient(stranger))
    await createTask(boardClient(stranger), 'launch')
    const theirs = await say(boardClient(stranger), 'Theirs')
    await createTask(call, 'launch')
    const elsewhere = await say(call, 'On the second', { object_pk: 'LAUNCH-2' })
    const bad: [object, [number, string]][] = [
      [{ comment: ' ' }, [400, 'comment']],
      [{ comment: 'x'.repeat(10_001) }, [400, 'comment']],
      [{ content_type: 'board' }, [400, 'content_type']],
      [{ object_pk: 'LAUNCH-9' }, [404, 'pm_task_not_found']],
      [{ object_pk: theirs.object_pk }, [404, 'pm_task_not_found']],
      [{ object_pk: 'a b' }, [400, 'object_pk']],
      [{ parent: theirs.id }, [400, 'parent']],
      [{ parent: elsewhere.id }, [400, 'parent']],
      [{ parent: 'x' }, [400, 'parent']],
    ]
    for (const [body, wanted] of bad) {
      const answer = call('POST', '/comments', { ...on, comment: 'x', ...body })
      expect([body, await readProblem(answer)]).toEqual([body, wanted])
    }
    for (const [path, name] of [
      ['/comments?page=0', 'page'],
      ['/comments?page=1000000001', 'page'],
      ['/comments?page_size=0', 'page_size'],
      ['/comments?per_page=0', 'per_page'],
      ['/comments?sort=colour', 'sort'],
      ['/comments?content_type=board', 'content_type'],
      ['/comments?author=1', 'author'],
    ] as const) {
      expect(await readProblem(call('GET', path))).toEqual([400, name])
    }
    const far = await expectStatus(200, call('GET', '/comments?page=1000000000&page_size=100'))
    expect([far.count, far.results, far.next]).toEqual([1, [], null])
    const there = await expectStatus(200, call('GET', `/comments?parent=${theirs.id}`))
    expect(there.results).toEqual([])
    const onTheirs = call('GET', `/comments?object_pk=${theirs.object_pk}`)
    expect(await readProblem(onTheirs)).toEqual([404, 'pm_task_not_found'])
    const { results } = await expectStatus(200, call('GET', '/comments'))
    expect(results.map(({ comment }: { comment: string }) => comment)).toEqual(['On the second'])
  })

  test('only members can comment on a protected board or read comments on a private one', async () => {
    const { mia, call } = await onTask()
    const jo = await service.colleague(mia, 'member')
    const { id } = await say(boardClient(jo), 'Mine')
    await expectStatus(200, call('PATCH', '/pm/boards/launch', { access: 1 }))
    const silent = boardClient(jo)('POST', '/comments', { ...on, comment: 'x' })
    expect(await readProblem(silent)).toEqual([403, 'board_read_only'])
    await expectStatus(403, boardClient(jo)('PATCH', `/comments/${id}`, { comment: 'x' }))
    await expectStatus(200, boardClient(jo)('GET', `/comments/${id}`))
    await expectStatus(200, call('PATCH', '/pm/boards/launch', { access: 0 }))
    for (const method of ['GET', 'DELETE']) {
      const missing = boardClient(jo)(method, `/comments/${id}`)
      expect(await readProblem(missing)).toEqual([404, 'comment_not_found'])
    }
    expect((await expectStatus(200, boardClient(jo)('GET', '/comments'))).count).toBe(0)
    await expectStatus(404, boardClient(jo)('GET', '/comments?object_pk=LAUNCH-1'))
  })
})

describe('mentions and assignments', () => {
  test('notify everyone mentioned who can see the task, once', async () => {
    const { mia, call } = await onTask()
    const jo = await service.colleague(mia, 'member')
    const sam = await service.colleague(mia, 'member')
    const guest = await service.colleague(mia, 'guest')
    const stranger = await service.tenant()
    const of = ({ userId }: Tenant) => `@[Name (x)](user:${userId})`
    const everyone = [jo, jo, mia, guest, stranger].map(of).join(' ')
    const comment = await say(call, `Look: ${everyone}`)
    expect(comment.mentions.sort()).toEqual([jo.userId, mia.userId].sort())
    expect(await listNotifications(jo)).toEqual([
      {
        category: 'mention',
        title: 'Test key mentioned you in LAUNCH-1',
        message: expect.stringMatching(/^Look: @Name \(x\) @Name/),
        link: '/boards/launch/LAUNCH-1',
      },
    ])
    for (const other of [mia, guest, stranger]) expect(await listNotifications(other)).toEqual([])
    const edit = { comment: `Look: ${of(jo)} ${of(sam)}` }
    await expectStatus(200, call('PATCH', `/comments/${comment.id}`, edit))
    expect([(await listNotifications(jo)).length, (await listNotifications(sam)).length]).toEqual([
      1, 1,
    ])

    await expectStatus(200, call('PATCH', '/pm/boards/launch', { access: 0 }))
    await say(call, `Secret ${of(sam)}`)
    expect(await listNotifications(sam)).toHaveLength(1)
    await expectStatus(400, call('PATCH', '/pm/tasks/launch-1', { assignees: [sam.userId] }))
  })

  test('an assignment notifies the assignee, but not the person who made it', async () => {
    const { mia, call } = await onTask()
    const jo = await service.colleague(mia, 'member')
    const both = { assignees: [mia.userId, jo.userId], due_date: '2026-11-20' }
    await expectStatus(200, call('PATCH', '/pm/tasks/launch-1', both))
    await expectStatus(200, call('PATCH', '/pm/tasks/launch-1', { ...both, title: 'New' }))
    expect(await listNotifications(jo)).toEqual([
      {
        category: 'assignment',
        title: 'Test key assigned LAUNCH-1 to you',
        message: 'Poster. It is due on 2026-11-20.',
        link: '/boards/launch/LAUNCH-1',
      },
    ])
    expect(await listNotifications(mia)).toEqual([])
    await expectStatus(201, call('POST', '/pm/tasks/launch-1/clone'))
    expect(await listNotifications(jo)).toHaveLength(1)
    await createTask(call, 'launch', { assignees: [jo.userId] })
    expect(await listNotifications(jo)).toHaveLength(2)
    const path = '/notifications?category=assignment'
    const { results } = await expectStatus(200, boardClient(jo)('GET', path))
    expect(results).toHaveLength(2)
    const forged = {
      userId: String(jo.userId),
      workspaceId: String(mia.workspaceId),
      title: 'x',
      message: 'y',
      category: 'mention',
    }
    const wrong = call('POST', '/service/agent/notify', forged)
    expect(await readProblem(wrong)).toEqual([400, 'category'])
    const off = { categories: { mention: { email: false, in_app: false } } }
    await expectStatus(200, boardClient(jo)('PATCH', '/notifications/preferences', off))
    await say(call, `@[Jo](user:${jo.userId})`)
    expect((await expectStatus(200, boardClient(jo)('GET', '/notifications'))).count).toBe(2)
  })

  test('are read from the text', () => {
    expect(findMentions('@[A](user:1) @[B b](user:22) @[A](user:1)')).toEqual([1, 22])
    expect(findMentions('@a [A](user:1) @[](user:1) @[A](user:0) @[A](user:9999999999)')).toEqual(
      [],
    )
    expect(findMentions('@[a\nb](user:1) @[A](team:1)')).toEqual([])
    expect(readable('Hi @[Mia Wong](user:12), look')).toBe('Hi @Mia Wong, look')
    const many = Array.from({ length: 80 }, (_, at) => `@[x](user:${at + 1})`).join('')
    expect(findMentions(many)).toHaveLength(50)
  })
})
