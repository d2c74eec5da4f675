import { describe, expect, test } from 'vitest'
import { expectStatus, type Tenant, useColleague, useService, useTenant } from '../harness.ts'
import { notify as notifyPerson } from '../notify.ts'
import { until } from '../server-client.ts'

/** Somebody who knows the name of other people's thread tries to get in. */
const service = useService()
const owner = useTenant(service)
const ada = useColleague(service, owner, 'member')
const bob = useColleague(service, owner, 'member')
const mallory = useColleague(service, owner, 'member')
const guest = useColleague(service, owner, 'guest')

const threads = '/api/v1/threads'

const notify = (from: Tenant, to: Tenant, threadId: string, more: object = {}) =>
  notifyPerson(service, to, { title: `To ${to.email}`, threadId, ...more }, from.key)

async function say(who: Tenant, threadId: string, text: string) {
  const body = { text }
  return service.call('POST', `${threads}/${threadId}/messages`, { key: who.key, body })
}

const read = (who: Tenant, threadId: string) =>
  service.call('GET', `${threads}/${threadId}`, { key: who.key })

/** Bob's agent and Ada talk; nobody else should. */
async function conversation(threadId: string): Promise<void> {
  expect((await notify(bob, ada, threadId)).status).toBe(200)
  expect((await say(ada, threadId, 'a secret for Bob')).status).toBe(201)
  expect((await say(bob, threadId, 'a secret for Ada')).status).toBe(201)
}

describe('a stranger who knows the id', () => {
  test('does not join by notifying himself, and gets no error either', async () => {
    await conversation('plan')
    const sent = await expectStatus(200, notify(mallory, mallory, 'plan'))
    expect(sent.thread_id).not.toBe('plan')
    const seen = await read(mallory, 'plan')
    expect(seen.body.entries).toHaveLength(1)
    expect(seen.text).not.toContain('secret')
    await expectStatus(201, say(mallory, 'plan', 'I am one of you'))
    expect((await read(ada, 'plan')).text).not.toContain('I am one of you')
    const list = await service.call('GET', threads, { key: mallory.key })
    expect(list.body.results.map(({ id }: { id: string }) => id)).toEqual([sent.thread_id])
  })

  test('does not join by notifying one of them, or by being a guest', async () => {
    await conversation('launch')
    await notify(mallory, ada, 'launch')
    expect((await read(mallory, 'launch')).text).not.toContain('secret')
    await say(ada, 'launch', 'another secret')
    expect((await read(mallory, 'launch')).text).not.toContain('another secret')
    for (const path of ['', '/answers']) {
      const url = `${threads}/launch${path}`
      expect((await service.call('GET', url, { key: guest.key })).status).toBe(404)
    }
    expect((await say(guest, 'launch', 'Hello')).status).toBe(404)
  })

  test('cannot reserve the name of a thread that others will use', async () => {
    await notify(mallory, mallory, 'daily')
    await notify(mallory, mallory, `daily@${bob.userId}`)
    const sent = await expectStatus(200, notify(bob, ada, 'daily'))
    await say(bob, 'daily', 'a secret for Ada')
    expect((await read(ada, sent.thread_id)).text).toContain('a secret for Ada')
    for (const name of ['daily', `daily@${bob.userId}`, sent.thread_id]) {
      expect((await read(mallory, name)).text).not.toContain('secret')
    }
  })

  test('learns no thread ids from events', async () => {
    await conversation('quiet-thread')
    const question = { kind: 'text' }
    const asked = await notify(bob, ada, 'quiet-thread', { category: 'agentNeedsInput', question })
    const answer = await service.call(
      'POST',
      `/api/v1/questions/${asked.body.question_id}/answer`,
      { key: ada.key, body: { value: 'Yes' } },
    )
    expect(answer.status).toBe(200)
    const readSeen = (who: Tenant) => readEvents(who.key)
    await until('the answer to be told', async () =>
      (await readSeen(bob)).includes('question.answered'),
    )
    expect(await readSeen(ada)).toContain('quiet-thread')
    expect(await readSeen(mallory)).not.toContain('quiet-thread')
    const onlyEvents = await service.keyWith(ada, ['events:read'])
    expect(await readEvents(onlyEvents)).not.toContain('quiet-thread')
  })
})

async function readEvents(key: string): Promise<string> {
  const pages: string[] = []
  for (let after = 0; ; ) {
    const { text, body } = await service.call('GET', `/api/v1/events?limit=1000&after=${after}`, {
      key,
    })
    pages.push(text)
    if (body.results.length === 0) return pages.join('')
    after = body.last_seq
  }
}

describe('the members of a thread', () => {
  test('can continue it and add others', async () => {
    await conversation('project')
    const again = await notify(bob, ada, 'project')
    expect(again.body.thread_id).toBe('project')
    await notify(bob, guest, 'project')
    expect((await say(guest, 'project', 'I am here')).status).toBe(201)
    expect((await read(bob, 'project')).text).toContain('I am here')
    const answer = await notify(ada, bob, 'project')
    expect(answer.body.thread_id).toBe('project')
  })

  test('keep their thread when others use the same name', async () => {
    await conversation('weekly')
    const first = await notify(mallory, mallory, 'weekly')
    const second = await notify(mallory, mallory, 'weekly')
    expect(second.body.thread_id).toBe(first.body.thread_id)
    expect((await read(mallory, 'weekly')).body.notifications).toBe(2)
    expect((await read(bob, 'weekly')).body.notifications).toBe(1)
  })
})

describe('questions that anyone may answer', () => {
  test('are visible to members, and to guests only in their own threads', async () => {
    const question = { kind: 'text', answerable_by: 'anyone' }
    const ask = (to: Tenant, threadId: string) =>
      notify(bob, to, threadId, { category: 'agentNeedsInput', title: 'Who is it?', question })
    const asked = await ask(ada, 'open')
    const path = `/api/v1/questions/${asked.body.question_id}`
    expect((await service.call('GET', path, { key: mallory.key })).status).toBe(200)
    expect((await service.call('GET', path, { key: guest.key })).status).toBe(404)
    const answer = { key: guest.key, body: { value: 'Me' } }
    expect((await service.call('POST', `${path}/answer`, answer)).status).toBe(404)
    const list = () => service.call('GET', '/api/v1/questions', { key: guest.key })
    expect((await list()).body.count).toBe(0)
    const own = await ask(guest, 'open-to-guest')
    expect((await list()).body.results).toMatchObject([{ id: own.body.question_id }])
    await notify(bob, guest, 'open')
    expect((await list()).body.count).toBe(2)
  })
})
