import { expect, test } from 'vitest'
import { useService, useTenant } from '../../../../test/harness.ts'
import { buildNotification, notifyPath } from '../../../../test/notify.ts'
import { openSession } from '../../auth/sessions.ts'
import { insertMembership } from '../../workspaces/queries.ts'

/** What the service forgives: numbers for text, a repeated title, and a missing header. */
const service = useService()
const mia = useTenant(service)

const send = (body: object, credential: object = { key: mia.key }) =>
  service.call('POST', notifyPath, { ...credential, body })

test('ids as numbers, null for optional fields', async () => {
  const ids = { userId: mia.userId, workspaceId: mia.workspaceId }
  const nothing = { threadId: null, body: null, link: null, ctaLabel: null, _extra: null }
  const { status, body } = await send({ ...buildNotification(mia), ...ids, ...nothing })
  expect([status, body.status, body.adjusted]).toEqual([200, 'sent', undefined])
})

test('a repeated title is removed, and the response says so', async () => {
  const texts = { title: 'Nine pages', message: 'Nine pages: read them', body: '# Nine pages\nHi' }
  const { body } = await send({ ...buildNotification(mia), ...texts })
  expect(body.adjusted).toEqual(['message', 'body'])
  const card = await service.call('GET', `/api/v1/notifications/${body.notification_id}`, {
    key: mia.key,
  })
  expect(card.body).toMatchObject({ title: 'Nine pages', message: 'read them', body: 'Hi' })
})

test('workspaceId selects the workspace of a person without an Organization header', async () => {
  const second = await service.tenant()
  const { deps } = service
  const token = await deps.db.transaction('system', async (tx) => {
    await insertMembership(tx, second.workspaceId, mia.userId, 'member', deps.clock())
    return (await openSession(deps, tx, mia.userId)).access_token
  })
  for (const { workspaceId, userId } of [mia, { ...second, userId: mia.userId }]) {
    const to = { workspaceId: String(workspaceId), userId: String(userId) }
    expect((await send({ ...buildNotification(mia), ...to }, { token })).status).toBe(200)
  }
  const third = await service.tenant()
  const foreign = await send(buildNotification(third), { token })
  expect([foreign.status, foreign.body.code]).toEqual([403, 'workspace_forbidden'])
  const fixed = { token, headers: { organization: String(mia.workspaceId) } }
  expect((await send(buildNotification(second), fixed)).status).toBe(403)
})

test('progress leaves nothing to read, and its link works', async () => {
  const progress = { ...buildNotification(mia), category: 'agentProgress' }
  const { body: alone } = await send({ ...progress, title: 'Half way' })
  const { body: inThread } = await send({ ...progress, title: 'Nearly', threadId: 'run-1' })
  const read = (path: string) => service.call('GET', `/api/v1${path}`, { key: mia.key })
  expect((await read(`/notifications/${alone.notification_id}`)).status).toBe(404)
  expect((await read('/threads')).text).not.toContain('Nearly')
  const thread = await read(`/threads/${inThread.thread_id}`)
  expect([thread.status, thread.body.entries]).toEqual([200, []])
  const frames = async () =>
    (await read('/events?limit=100')).body.results
      .filter(({ type }: { type: string }) => type === 'notification.created')
      .map(({ data }: { data: { title: string; url: string } }) => [data.title, data.url])
  const titles = async () => (await frames()).map(([title]: string[]) => title)
  await expect.poll(titles).toEqual(expect.arrayContaining(['Half way', 'Nearly']))
  const urls = new Map<string, string>(await frames())
  expect(new URL(urls.get('Half way') ?? '').pathname).toBe('/inbox')
  expect(new URL(urls.get('Nearly') ?? '').pathname).toBe('/threads/run-1')
})

test('the button of the team’s channel leads where everyone can read', async () => {
  const { body } = await service.call('POST', `${notifyPath}?dry_run=true`, {
    key: mia.key,
    body: { ...buildNotification(mia), category: 'agentError' },
  })
  expect(JSON.stringify(body.rendered.chat.slack)).toContain('/chat/agent-alerts')
})
