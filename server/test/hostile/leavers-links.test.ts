import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { useDoors } from '../../src/features/doors/test-doors.ts'
import { signUnsubscribeLink } from '../../src/features/notifications/mail/unsubscribe.ts'
import { signAnswerLink } from '../../src/features/questions/page/answer-by-link.ts'
import { lane, taskClient } from '../../src/features/tasks/test-tasks.ts'
import { workflowClient } from '../../src/features/workflows/test-workflows.ts'
import { echo, triggerClient } from '../../src/features/workflows/triggers/test-triggers.ts'
import { callAs, expectStatus, readProblem, type Tenant } from '../harness.ts'
import { type IssuedThing, testLeaving } from '../leaving.ts'
import { readBody, useHttpServer } from '../local-servers.ts'
import { notify } from '../notify.ts'
import { until } from '../server-client.ts'

/** Links, URLs and work that someone left behind are worth what that person may do today. */
const doors = await useDoors()
const { service, mia, ids, press, fromSlack, sendMailReply, createLinkCode } = doors

beforeAll(() => service.listen())

const received: string[] = []
const receiver = useHttpServer(async (request, response) => {
  await readBody(request)
  received.push(String(request.url))
  response.writeHead(204).end()
})
beforeEach(() => {
  received.length = 0
})

const form = { 'content-type': 'application/x-www-form-urlencoded' }
const post = (url: string, body: unknown, options: object = {}) =>
  service.call('POST', new URL(url, 'http://localhost').pathname, { body, ...options })

/** Asks a person something that they answer in words. */
async function ask(asker: Tenant, person: Tenant, more: object = {}): Promise<string> {
  const question = { kind: 'text', ...more }
  const changes = { category: 'agentNeedsInput', title: 'When do we start?', question }
  return (await expectStatus(200, notify(service, person, changes, asker.key))).question_id
}

/** A question is deleted with the membership of the person who was asked. */
async function readStatus(id: string): Promise<string> {
  const [question] = await service.deps.db.system<{ status: string }>`
    select status from questions where id = ${id}`
  return question?.status ?? 'deleted'
}

/** The jobs of a queue are done, whatever they did. */
const waitForJobs = (queue: string) =>
  expect.poll(() => service.deps.db.system`select from jobs where queue = ${queue}`).toEqual([])

const allowed = [200, undefined]
const notFound = [404, undefined]
const open = ['open']
const answered = ['answered']

const links: IssuedThing[] = [
  {
    thing: 'an invitation',
    issue: async ({ key, userId }) => {
      const body = { email: `by-${userId}@example.com`, role: 'admin' }
      const made = await expectStatus(201, post('/api/v1/workspaces/invitations', body, { key }))
      const answer = { token: made.token, password: 'a long enough password' }
      return () => readProblem(post('/api/v1/workspaces/invitations/accept', answer))
    },
    works: allowed,
    removed: [410, 'invitation_void'],
    demoted: [410, 'invitation_void'],
    deactivated: [410, 'invitation_void'],
  },
  {
    thing: 'the URL of an incoming webhook',
    issue: async ({ key }) => {
      const body = { name: 'Build server' }
      const { url } = await expectStatus(201, post('/api/v1/chat/incoming-webhooks', body, { key }))
      return async () => {
        const { status, text } = await post(url, { text: 'Hi' })
        return [status, text]
      }
    },
    works: [200, 'ok'],
    removed: [404, 'no_service'],
    demoted: [403, 'action_prohibited'],
    deactivated: [404, 'no_service'],
  },
  {
    thing: 'the URL of a webhook trigger',
    issue: async (maker) => {
      const { define, createTrigger, deliver } = triggerClient(service, maker)
      const { url } = await createTrigger(await define(echo), { kind: 'webhook' })
      return () => readProblem(deliver(url, {}))
    },
    works: [202, undefined],
    removed: [400, 'validation_failed'],
    demoted: [400, 'validation_failed'],
    deactivated: [400, 'validation_failed'],
  },
  {
    thing: 'a schedule of a workflow',
    issue: async (maker, owner) => {
      const { define, createTrigger } = triggerClient(service, maker)
      const id = await define(echo)
      const trigger = await createTrigger(id, { kind: 'schedule', every_seconds: 60 })
      return async () => {
        service.advance(61)
        const [firing] = await triggerClient(service, owner).waitForFirings(id, trigger.id)
        return [firing.outcome]
      }
    },
    works: ['started'],
    removed: ['failed'],
    demoted: ['failed'],
    deactivated: ['failed'],
  },
  {
    thing: 'a run that is under way',
    issue: async (maker, owner) => {
      const steps = [
        { id: 'wait', type: 'wait', seconds: 60 },
        { id: 'list', type: 'call', operation: 'createTag', body: { name: 'Late' } },
      ]
      const { define, start, waitForStep } = workflowClient(service, () => maker)
      const run = await start(await define({ steps }))
      await waitForStep(run, 'wait', 'waiting')
      return async () => {
        service.advance(61)
        const ended = await workflowClient(service, () => owner).waitForEnd(run)
        return [ended.status, ended.output.error?.code]
      }
    },
    works: ['COMPLETED', undefined],
    removed: ['FAILED', 'starter_left'],
    demoted: ['FAILED', 'permission_denied'],
    deactivated: ['FAILED', 'starter_left'],
    events: ['workflow_run.failed'],
  },
  {
    thing: 'a webhook subscription',
    issue: async (maker, owner) => {
      const body = { url: `${receiver.url}/events`, event_types: ['pm_board.created'] }
      const path = '/api/v1/webhooks/subscriptions'
      const { id } = await expectStatus(201, post(path, body, maker))
      return async () => {
        const call = callAs(service, owner)
        await call('POST', '/api/v1/pm/boards', { title: 'Secret plans' })
        const listed = `/api/v1/webhooks/deliveries?subscription_id=${id}`
        const status = await until('the end of the delivery', async () => {
          const [delivery] = (await call('GET', listed)).results
          return ['delivered', 'failed'].includes(delivery?.status) && delivery.status
        })
        const { is_active } = await call('GET', `${path}/${id}`)
        return [status, is_active, received]
      }
    },
    works: ['delivered', true, ['/events']],
    removed: ['failed', false, []],
    demoted: ['failed', false, []],
    deactivated: ['failed', false, []],
    events: ['pm_board.created', 'webhook_subscription.updated', 'notification.created'],
  },
  {
    thing: 'the webhook_url of a task',
    role: 'member',
    issue: async (maker) => {
      const works = { name: 'works', lane, maxAttempts: 1, run: async () => async () => ({}) }
      const { submit, runNext } = taskClient(service, new Map([['works', works]]))
      await submit(maker, 'works', { webhookUrl: `${receiver.url}/task` })
      return async () => {
        await runNext()
        await waitForJobs('task-webhooks')
        return received
      }
    },
    works: ['/task'],
    removed: [],
    demoted: [],
    deactivated: [],
    events: ['task.succeeded'],
  },
  {
    thing: 'the webhook_url of a question',
    role: 'member',
    issue: async (maker, owner) => {
      const id = await ask(maker, owner, { webhook_url: `${receiver.url}/answer` })
      return async () => {
        const link = signAnswerLink(service.deps, { ...owner, questionId: id })
        await expectStatus(200, post(link, 'value=Monday', { headers: form }))
        await waitForJobs('answer-webhooks')
        return received
      }
    },
    works: ['/answer'],
    removed: [],
    demoted: [],
    deactivated: [],
    events: ['question.answered'],
  },
  {
    thing: 'the link to answer in an email',
    role: 'member',
    issue: async (maker, owner) => {
      const id = await ask(owner, maker)
      const link = signAnswerLink(service.deps, { ...maker, questionId: id })
      return async () => {
        const { status } = await post(link, 'value=Monday', { headers: form })
        return [status, await readStatus(id)]
      }
    },
    works: [200, 'answered'],
    removed: [404, 'deleted'],
    // Guests answer what is addressed to them.
    demoted: [200, 'answered'],
    deactivated: [404, 'open'],
  },
  {
    thing: 'the link to answer of someone to whom it was delegated',
    role: 'member',
    issue: async (maker, owner) => {
      const first = await service.colleague(owner, 'member')
      const id = await ask(owner, first)
      await callAs(service, first)('POST', `/api/v1/questions/${id}/delegate`, {
        user_id: maker.userId,
      })
      const link = signAnswerLink(service.deps, { ...maker, questionId: id })
      return async () => {
        const { status } = await post(link, 'value=Monday', { headers: form })
        return [status, await readStatus(id)]
      }
    },
    works: [200, 'answered'],
    removed: [404, 'open'],
    demoted: [200, 'answered'],
    deactivated: [404, 'open'],
  },
  {
    thing: 'the link to unsubscribe',
    role: 'member',
    issue: async (maker) => {
      const link = signUnsubscribeLink(service.deps, { ...maker, category: 'agentTaskCompleted' })
      return async () => [
        (await post(link, 'List-Unsubscribe=One-Click', { headers: form })).status,
        undefined,
      ]
    },
    works: allowed,
    removed: notFound,
    demoted: allowed,
    deactivated: notFound,
  },
]

testLeaving(service, links)

/** These need the chat apps and the mailbox, which are connected to one workspace. */
const chats: IssuedThing[] = [
  {
    thing: 'the reply address of an email',
    role: 'member',
    issue: async (maker) => {
      const id = await ask(mia, maker)
      return async () => {
        const { body } = await sendMailReply(id, 'On Monday', { to: maker })
        return [body.status, await readStatus(id)]
      }
    },
    works: ['answered', 'answered'],
    removed: ['ignored', 'deleted'],
    demoted: ['answered', 'answered'],
    deactivated: ['ignored', 'open'],
  },
  {
    thing: 'a code to link a chat account',
    role: 'member',
    issue: async (maker) => {
      const code = await createLinkCode(maker, ids.slack)
      return async () => {
        await linkSlack(maker, code)
        const linked = await service.deps.db.system`
          select from door_links where user_id = ${maker.userId}`
        return [linked.length]
      }
    },
    works: [1],
    removed: [0],
    demoted: [1],
    deactivated: [0],
  },
  {
    thing: 'a linked chat account',
    role: 'member',
    issue: async (maker) => {
      await linkSlack(maker, await createLinkCode(maker, ids.slack))
      const id = await ask(mia, maker, { kind: 'choice', options: ['red', 'blue'] })
      return async () => {
        await press.slack(id, '1', `U${maker.userId}`)
        return [await readStatus(id)]
      }
    },
    works: answered,
    removed: ['deleted'],
    demoted: answered,
    deactivated: open,
  },
]

function linkSlack({ userId }: Tenant, code: string) {
  const user = { user_id: `U${userId}`, user_name: 'eve', team_id: 'T1' }
  return fromSlack({ command: '/atelier', text: `link ${code}`, ...user })
}

testLeaving(service, chats, async () => mia)

describe('a subscription whose creator left', () => {
  test('is switched off with the reason, and works again for whoever switches it on', async () => {
    const owner = await service.tenant()
    const maker = await service.colleague(owner, 'admin')
    const call = callAs(service, owner)
    const body = { url: `${receiver.url}/again`, event_types: ['pm_board.created'] }
    const { id } = await expectStatus(201, post('/api/v1/webhooks/subscriptions', body, maker))
    await call('DELETE', `/api/v1/workspaces/members/${maker.userId}`)
    await call('POST', '/api/v1/pm/boards', { title: 'One' })
    const path = `/api/v1/webhooks/subscriptions/${id}`
    const read = () => call('GET', path)
    await expect.poll(async () => (await read()).is_active).toBe(false)
    expect((await read()).disabled_reason).toContain('Its creator left')
    const on = await call('PATCH', path, { is_active: true })
    expect(on).toMatchObject({ created_by: owner.userId, disabled_reason: null })
    await call('POST', '/api/v1/pm/boards', { title: 'Two' })
    await expect.poll(() => received).toEqual(['/again'])
  })
})

describe('a question that was delegated to someone who left', () => {
  test('is answered by an administrator, and is delegated to nobody who left', async () => {
    const owner = await service.tenant()
    const first = await service.colleague(owner, 'member')
    const maker = await service.colleague(owner, 'member')
    const delegate = (id: string) =>
      post(`/api/v1/questions/${id}/delegate`, { user_id: maker.userId }, { key: first.key })
    const delegated = await ask(owner, first)
    await expectStatus(200, delegate(delegated))
    const path = `/api/v1/workspaces/members/${maker.userId}`
    await expectStatus(204, service.call('DELETE', path, { key: owner.key }))
    const late = await ask(owner, first)
    expect(await readProblem(delegate(late))).toEqual([400, 'user_id'])
    const link = signAnswerLink(service.deps, { ...owner, questionId: delegated })
    await expectStatus(200, post(link, 'value=Monday', { headers: form }))
  })
})
