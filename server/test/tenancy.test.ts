import { beforeAll, describe, expect, test } from 'vitest'
import { openSession } from '../src/features/auth/sessions.ts'
import type { Operation } from '../src/http/operation.ts'
import { permissions } from '../src/http/permissions.ts'
import { type Tenant, useService } from './harness.ts'
import { letProgramIn } from './let-program-in.ts'

/**
 * Every operation of the route table × every kind of caller that doesn't belong. An operation with
 * ids in its path needs an entry in `foreignIds` that creates an object of another workspace; a
 * missing entry fails the suite.
 */
const service = useService()

let mia: Tenant
let stranger: Tenant
/** For operations that only a signed-in person may call. */
let miasToken: string

beforeAll(async () => {
  mia = await service.tenant()
  stranger = await service.tenant()
  miasToken = await tokenOf(mia)
})

async function tokenOf({ userId }: Tenant): Promise<string> {
  const { deps } = service
  const session = await deps.db.transaction('system', (tx) => openSession(deps, tx, userId))
  return session.access_token
}

const isForPeople = ({ permission }: Operation) => permission === 'signed-in person'

function miasCredential(operation: Operation) {
  return isForPeople(operation) ? { token: miasToken } : { key: mia.key }
}

type Ids = Record<string, string | number>

const social = '/api/v1/service/social-media'
const workflows = '/api/v1/service/workflows'

/** For each path with parameters: the ids of a real object in the stranger's workspace. */
const foreignIds: Record<string, () => Promise<Ids>> = {
  '/api/v1/workspaces/teamspaces/{id}': teamspace,
  '/api/v1/workspaces/teamspaces/{id}/members': teamspace,
  '/api/v1/workspaces/teamspaces/{id}/members/{user_id}': async () => ({
    ...(await teamspace()),
    user_id: stranger.userId,
  }),
  '/api/v1/workspaces/members/{user_id}': async () => ({ user_id: stranger.userId }),
  '/api/v1/workspaces/invitations/{id}': () =>
    created('/api/v1/workspaces/invitations', { email: `${Math.random()}@example.com` }),
  '/api/v1/tasks/{task_id}': task,
  '/api/v1/service/tasks/progress/{task_id}': task,
  '/api/v1/tasks/{task_id}/cancel': task,
  '/api/v1/tasks/{task_id}/events': task,
  '/api/v1/tasks/{task_id}/input': task,
  '/api/v1/assets/{id}': async () => {
    const { body } = await service.call('POST', '/api/v1/assets/sign', {
      key: stranger.key,
      body: { filename: 'Theirs.png', filetype: 'image/png' },
    })
    return { id: body.asset }
  },
  '/api/v1/voices/{voice_id}': voice,
  '/api/v1/voices/{voice_id}/translate': voice,
  '/api/v1/transcription/{id}': transcription,
  '/api/v1/transcription/{id}/cancel': transcription,
  '/api/v1/transcription/{id}/download_transcription_file': transcription,
  '/api/v1/ai/video/{id}/variations/{variation_id}': async () => {
    const { body } = await service.call('POST', '/api/v1/ai-imageart/ai-generate-video-v2', {
      key: stranger.key,
      body: { parameters: { scenes: [{ title: 'Theirs', duration_ms: 500 }] } },
    })
    return { id: body.id, variation_id: body.art_variation_id }
  },
  '/api/v1/notifications/{id}': notification,
  '/api/v1/notifications/{id}/mark': notification,
  '/api/v1/notifications/{id}/receipts': notification,
  '/api/v1/notifications/deliveries/{id}/resend': delivery,
  '/api/v1/mails/{id}': mail,
  '/api/v1/mails/{id}/page': mail,
  '/api/v1/questions/{id}': question,
  '/api/v1/questions/{id}/answer': question,
  '/api/v1/questions/{id}/cancel': question,
  '/api/v1/threads/{thread_id}': question,
  '/api/v1/threads/{thread_id}/answers': question,
  '/api/v1/threads/{thread_id}/messages': question,
  '/api/v1/threads/{thread_id}/mute': question,
  '/api/v1/chat/channels/{channel}/messages': async () => {
    await service.deps.db.system`
      insert into chat_messages (id, workspace_id, channel, author, text, extra, created_at)
      values (gen_random_uuid(), ${stranger.workspaceId}, 'theirs', '{"id": 1, "name": "A", "kind": "user"}',
        'Theirs', '{}', now())`
    return { channel: 'theirs' }
  },
  '/api/v1/chat/webhooks/{id}': chatWebhook,
  '/api/v1/chat/webhooks/{id}/test': chatWebhook,
  '/api/v1/push/subscriptions/{id}': pushSubscription,
  '/api/v1/push/subscriptions/{id}/test': pushSubscription,
  '/api/v1/project-types/{resourcetype}': projectType,
  '/api/v1/projects/{resourcetype}': projectType,
  '/api/v1/projects/{resourcetype}/{id}': project,
  '/api/v1/projects/{resourcetype}/{id}/restore': project,
  '/api/v1/projects/{resourcetype}/{id}/revert': project,
  '/api/v1/projects/{resourcetype}/{id}/diff': project,
  '/api/v1/projects/{resourcetype}/{id}/revisions': project,
  '/api/v1/projects/{resourcetype}/{id}/revisions/{revision}': project,
  '/api/v1/projects/{resourcetype}/{id}/items': project,
  '/api/v1/projects/{resourcetype}/{id}/items/reorder': project,
  '/api/v1/projects/{resourcetype}/{id}/items/{item_id}': async () => {
    const ids = await project()
    const path = fill('/api/v1/projects/{resourcetype}/{id}/items', ids)
    return { ...ids, item_id: (await created(path, { title: 'Theirs' })).id as string }
  },
  '/api/v1/pm/boards/{board_id}': board,
  '/api/v1/pm/boards/{board_id}/clone': board,
  '/api/v1/pm/boards/{board_id}/members': board,
  '/api/v1/pm/boards/{board_id}/members/{user_id}': async () => ({
    ...(await board()),
    user_id: stranger.userId,
  }),
  '/api/v1/pm/boards/{board_id}/status': board,
  '/api/v1/pm/boards/{board_id}/status/{status_id}': board,
  '/api/v1/pm/boards/{board_id}/fields': board,
  '/api/v1/pm/boards/{board_id}/fields/{field_id}': board,
  '/api/v1/pm/status/{status_id}/move': board,
  '/api/v1/pm/tasks/{task_id}': boardTask,
  '/api/v1/pm/tasks/{task_id}/clone': boardTask,
  '/api/v1/pm/tasks/{task_id}/move': boardTask,
  '/api/v1/pm/tasks/{task_id}/activity': boardTask,
  '/api/v1/pm/tasks/{task_id}/checklist': boardTask,
  '/api/v1/pm/tasks/{task_id}/checklist/{item_id}': boardTask,
  '/api/v1/pm/tasks/{task_id}/attachment': boardTask,
  '/api/v1/pm/tasks/{task_id}/attachment/{asset_id}': boardTask,
  '/api/v1/pm/tasks/{task_id}/dependencies': boardTask,
  '/api/v1/pm/tasks/{task_id}/add_dependency': boardTask,
  '/api/v1/pm/tasks/{task_id}/remove_dependency': boardTask,
  '/api/v1/pm/tags/{tag_id}': async () => {
    const { id = '' } = await created('/api/v1/pm/tags', { name: `Theirs ${Math.random()}` })
    return { tag_id: id }
  },
  '/api/v1/comments/{id}': async () => {
    const { task_id: object_pk } = await boardTask()
    return created('/api/v1/comments', { content_type: 'task', object_pk, comment: 'Theirs' })
  },
  [`${social}/accounts/{id}`]: socialAccount,
  [`${social}/accounts/{id}/verify`]: socialAccount,
  [`${social}/queue-slots/{id}`]: async () => {
    const { id: account_id } = await socialAccount()
    return created(`${social}/queue-slots`, { account_id, weekday: 'mon', time: '09:00' })
  },
  [`${social}/entries/{id}`]: draft,
  [`${social}/drafts/{id}`]: draft,
  [`${social}/drafts/{id}/schedule`]: draft,
  [`${social}/posts/{id}`]: socialPost,
  [`${social}/posts/{id}/cancel`]: socialPost,
  [`${social}/posts/{id}/retry`]: socialPost,
  [`${workflows}/{id}`]: workflow,
  [`${workflows}/{id}/versions`]: workflow,
  [`${workflows}/{id}/start`]: workflow,
  [`${workflows}/{id}/runs`]: workflow,
  [`${workflows}/{id}/versions/{version}`]: workflow,
  [`${workflows}/{id}/runs/{run_id}/status`]: workflowRun,
  [`${workflows}/{id}/runs/{run_id}/steps`]: workflowRun,
  [`${workflows}/{id}/runs/{run_id}/pause`]: workflowRun,
  [`${workflows}/{id}/runs/{run_id}/resume`]: workflowRun,
  [`${workflows}/{id}/runs/{run_id}/retry`]: workflowRun,
  [`${workflows}/{id}/runs/{run_id}/restart`]: workflowRun,
  [`${workflows}/{id}/runs/{run_id}/terminate`]: workflowRun,
  [`${workflows}/{id}/runs/{run_id}/approve`]: workflowRun,
  '/api/v1/webhooks/subscriptions/{id}': webhookSubscription,
  '/api/v1/webhooks/subscriptions/{id}/rotate-secret': webhookSubscription,
  '/api/v1/webhooks/subscriptions/{id}/test': webhookSubscription,
  '/api/v1/webhooks/subscriptions/{id}/replay': webhookSubscription,
  '/api/v1/webhooks/deliveries/{id}': webhookDelivery,
  '/api/v1/webhooks/deliveries/{id}/resend': webhookDelivery,
  '/api/v1/auth/sessions/{id}': async () => {
    await tokenOf(stranger)
    const [row] = await service.deps.db.system<{ id: string }>`
      select id from sessions where user_id = ${stranger.userId} limit 1`
    return { id: row?.id as string }
  },
  '/api/v1/auth/grants/{id}': async () => ({
    id: (await letProgramIn(service, stranger, { name: 'Theirs' })).id,
  }),
  '/api/v1/api-keys/{id}': () => created('/api/v1/api-keys', { name: 'Theirs' }),
  '/api/v1/idempotency/{key}': async () => {
    await service.call('POST', '/api/v1/api-keys', {
      key: stranger.key,
      body: { name: 'Theirs' },
      headers: { 'idempotency-key': 'their-key' },
    })
    return { key: 'their-key' }
  },
}

/** Ids in the right format that belong to nobody. */
const missingIds: Ids = {
  id: '00000000-0000-4000-8000-000000000000',
  task_id: '00000000-0000-4000-8000-000000000000',
  user_id: 2_000_000_000,
  voice_id: '00000000-0000-4000-8000-000000000000',
  variation_id: '00000000-0000-4000-8000-000000000000',
  thread_id: 'no-such-thread',
  channel: 'no-such-channel',
  key: 'no-such-key',
  resourcetype: 'no-such-type',
  board_id: '00000000-0000-4000-8000-000000000000',
  status_id: '00000000-0000-4000-8000-000000000000',
  field_id: '00000000-0000-4000-8000-000000000000',
  item_id: '00000000-0000-4000-8000-000000000000',
  asset_id: '00000000-0000-4000-8000-000000000000',
  tag_id: 2_000_000_000,
  run_id: '00000000-0000-4000-8000-000000000000',
  version: 2_000_000_000,
}

/** Bodies that would reach the foreign object if it were visible. */
const bodies: Record<string, unknown> = {
  addTeamspaceMember: () => ({ user_id: mia.userId }),
  updateMember: () => ({ role: 'guest' }),
  answerQuestion: () => ({ value: 'Mine' }),
}

async function created(path: string, body: unknown): Promise<Ids> {
  const answer = await service.call('POST', path, { key: stranger.key, body })
  expect(answer.status).toBe(201)
  return { id: answer.body.id }
}

async function task(): Promise<Ids> {
  const answer = await service.call('POST', '/api/v1/tools/remove-background', {
    key: stranger.key,
    body: { image_url: 'data:,Theirs' },
  })
  return { task_id: answer.body.task_id }
}

async function voice(): Promise<Ids> {
  const { id = '' } = await created('/api/v1/voices', {
    voice_name: 'Theirs',
    gender: 0,
    language_code: 'en-US',
    provider: 'openai',
    engine_voice: 'alloy',
  })
  return { voice_id: id }
}

async function transcription(): Promise<Ids> {
  const { body } = await service.call('POST', '/api/v1/transcription/transcribe', {
    key: stranger.key,
    body: { audio_url: 'http://127.0.0.1:1/theirs.ogg' },
  })
  return { id: body.id }
}

async function board(): Promise<Ids> {
  const { id = '' } = await created('/api/v1/pm/boards', { title: 'Theirs' })
  const url = `/api/v1/pm/boards/${id}`
  const { body } = await service.call('GET', url, { key: stranger.key })
  const field = await created(`${url}/fields`, { name: 'Theirs', kind: 'text' })
  return { board_id: id, status_id: body.statuses[0], field_id: field.id as string }
}

async function boardTask(): Promise<Ids> {
  const { board_id } = await board()
  const { id = '' } = await created('/api/v1/pm/tasks', { board: board_id, title: 'Theirs' })
  const item = await created(`/api/v1/pm/tasks/${id}/checklist`, { title: 'Theirs' })
  return { task_id: id, item_id: item.id as string, asset_id: missingIds.asset_id as string }
}

async function notify(question?: object): Promise<Ids> {
  const { body } = await service.call('POST', '/api/v1/service/agent/notify', {
    key: stranger.key,
    body: {
      userId: String(stranger.userId),
      workspaceId: String(stranger.workspaceId),
      title: 'Theirs',
      message: 'Only for them.',
      category: 'agentNeedsInput',
      ...(question && { question }),
    },
  })
  return { id: body.notification_id, question_id: body.question_id, thread_id: body.thread_id }
}

function socialAccount(): Promise<Ids> {
  const webhook = { network: 'webhook', url: 'https://theirs.example/x', secret: 'x'.repeat(16) }
  return created(`${social}/accounts`, { ...webhook, name: 'Theirs' })
}

async function draft(more: object = {}): Promise<Ids> {
  const { id } = await socialAccount()
  const { body } = await service.call('POST', `${social}/create`, {
    key: stranger.key,
    body: { message: 'Theirs', account_ids: [id], tags: ['Theirs'], ...more },
  })
  return { id: body.posts[0].id }
}

function socialPost(): Promise<Ids> {
  return draft({ action: 'schedule', date: '2040-01-01 10:00' })
}

async function workflow(): Promise<Ids> {
  const steps = [{ id: 'nap', type: 'wait', seconds: 3600 }]
  return { ...(await created(workflows, { definition: { title: 'Theirs', steps } })), version: 1 }
}

async function workflowRun(): Promise<Ids> {
  const { id = '' } = await workflow()
  const path = `${workflows}/${id}/start`
  const { body } = await service.call('POST', path, { key: stranger.key, body: {} })
  return { id, run_id: body.run_id }
}

function notification(): Promise<Ids> {
  return notify()
}

async function question(): Promise<Ids> {
  const { question_id = '', thread_id = '' } = await notify({ kind: 'text' })
  return { id: question_id, thread_id }
}

async function mail() {
  const { id } = await delivery()
  await service.deps.db.system`
    insert into mails (id, workspace_id, user_id, status, from_address, to_address, subject,
      html, text, headers, created_at)
    values (${id}, ${stranger.workspaceId}, ${stranger.userId}, 'captured', 'a', 'b', 'c', '',
      '', '{}', now())
    on conflict (id) do nothing`
  return { id: id as string }
}

async function delivery(): Promise<Ids> {
  const { id = '' } = await notify()
  const { body } = await service.call('GET', `/api/v1/notifications/${id}/receipts`, {
    key: stranger.key,
  })
  return { id: body.receipts[0].id }
}

function chatWebhook(): Promise<Ids> {
  return created('/api/v1/chat/webhooks', {
    kind: 'slack',
    name: 'Theirs',
    url: 'http://127.0.0.1:1/services/Theirs',
  })
}

function pushSubscription(): Promise<Ids> {
  const example = service.operations.find(({ id }) => id === 'createPushSubscription')?.example
  return created('/api/v1/push/subscriptions', { ...(example?.body as object), label: 'Theirs' })
}

function webhookSubscription(): Promise<Ids> {
  return created('/api/v1/webhooks/subscriptions', {
    url: 'http://127.0.0.1:1/Theirs',
    event_types: ['video.*'],
    description: 'Theirs',
  })
}

async function webhookDelivery(): Promise<Ids> {
  const { id: subscription } = await webhookSubscription()
  const path = `/api/v1/webhooks/subscriptions/${subscription}/test`
  const { body } = await service.call('POST', path, { key: stranger.key })
  return { id: body.id }
}

async function projectType(): Promise<Ids> {
  const resourcetype = `Theirs-${Math.random().toString(36).slice(2)}`
  const path = '/api/v1/project-types'
  await service.call('POST', path, { key: stranger.key, body: { resourcetype } })
  return { resourcetype }
}

async function project(): Promise<Ids> {
  const made = await created('/api/v1/projects/campaign', { title: 'Theirs' })
  return { resourcetype: 'campaign', ...made }
}

function teamspace(): Promise<Ids> {
  return created('/api/v1/workspaces/teamspaces', { name: 'Theirs' })
}

function fill(path: string, ids: Ids): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name) => String(ids[name] ?? 1))
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

function described(body: { instance: string; request_id: string }) {
  return { ...body, instance: '', request_id: '' }
}

describe('without a credential', () => {
  test('401 everywhere but where anyone may', async () => {
    for (const operation of service.operations) {
      if (operation.permission === 'public') continue
      const answer = await request(operation, missing(operation))
      expect([operation.id, answer.status, answer.body.code]).toEqual([
        operation.id,
        401,
        'unauthorized',
      ])
      expect(answer.headers['www-authenticate']).toBe('Api-Key, Bearer')
    }
  })

  test('anyone may only sign in, hear samples, and use what carries its own secret', () => {
    const open = service.operations.filter(({ permission }) => permission === 'public')
    // Files and email pages take a signed link, callbacks a URL that only the provider knows.
    expect(open.map(({ id }) => id).sort()).toEqual([
      'acceptInvitation',
      'answerByLink',
      'downloadFile',
      'getVoiceSample',
      'logIn',
      'lookUpSignInLink',
      'openBrowserSession',
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

describe('with every scope but the one that is needed', () => {
  test('403 that names the permission', async () => {
    for (const operation of service.operations) {
      const { permission } = operation
      if (permission === 'public' || permission === 'any credential') continue
      const key = await service.keyWith(
        mia,
        permissions.filter((one) => one !== permission),
      )
      const answer = await request(operation, missing(operation), { key })
      expect([operation.id, answer.status, answer.body.code]).toEqual([
        operation.id,
        403,
        'permission_denied',
      ])
      expect(answer.body.detail).toContain(permission)
    }
  })
})

describe("another workspace's object", () => {
  test('404 with the body of one that does not exist, and it stays as it was', async () => {
    for (const operation of service.operations) {
      if (!operation.path.includes('{') || operation.permission === 'public') continue
      const makeForeign = foreignIds[operation.path]
      expect(makeForeign, `${operation.path} is missing in foreignIds`).toBeDefined()
      const ids = await (makeForeign as () => Promise<Ids>)()
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

  test('404 for a malformed id, too', async () => {
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
  test('hold nothing of another workspace', async () => {
    for (const makeForeign of Object.values(foreignIds)) await makeForeign()
    for (const operation of service.operations) {
      if (operation.method !== 'GET' || operation.path.includes('{')) continue
      if (operation.events || operation.exchange) continue
      // Only required parameters: a filter would find nothing, regardless of the owner.
      const given = Object.entries((operation.example?.query ?? {}) as Record<string, string>)
      const needed: readonly string[] = operation.query?.required ?? []
      const query = new URLSearchParams(given.filter(([name]) => needed.includes(name)))
      const url = `${operation.path}?${query}`
      const answer = await service.call('GET', url, miasCredential(operation))
      expect([operation.id, answer.status]).toEqual([operation.id, 200])
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

  test('the own workspace by id and by slug', async () => {
    for (const organization of [String(mia.workspaceId), mia.slug, mia.slug.toUpperCase()]) {
      expect((await ask({ organization })).status).toBe(200)
    }
  })

  test('403 for another workspace and the same for one that does not exist', async () => {
    for (const organization of [String(stranger.workspaceId), stranger.slug, '999999', 'nowhere']) {
      const answer = await ask({ organization })
      expect([organization, answer.status, answer.body.code]).toEqual([
        organization,
        403,
        'workspace_forbidden',
      ])
    }
  })

  test('400 for what is no id or slug', async () => {
    for (const organization of ['', '!!', 'a b', '-x', '1,2', 'x'.repeat(65), '../1']) {
      const answer = await ask({ organization })
      expect([organization, answer.status, answer.body.code]).toEqual([
        organization,
        400,
        'malformed_header',
      ])
    }
  })

  test('Space narrows to a teamspace that the person is in', async () => {
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

  test('403 for a space of another workspace, one that one is not in, one switched off, none', async () => {
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

  test('400 for what is no id of a space', async () => {
    for (const space of ['', 'abc', '-1', '1.5', '99999999999', '1,2']) {
      const answer = await ask({ space })
      expect([space, answer.status, answer.body.code]).toEqual([space, 400, 'malformed_header'])
    }
  })
})
