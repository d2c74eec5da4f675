import type { Operation } from '../src/http/operation.ts'
import { accountPreparations } from './account-preparations.ts'
import { boardPreparations } from './board-preparations.ts'
import { createConnection, createLinkedConnection } from './door-records.ts'
import { callAs, expectStatus, type Harness, type Tenant } from './harness.ts'
import { sendQuestionMail } from './link-secrets.ts'
import { mediaPreparations } from './media-preparations.ts'
import type { PushService } from './push-service.ts'
import { until } from './server-client.ts'
import { socialPreparations } from './social-preparations.ts'
import { triggerPreparations } from './trigger-preparations.ts'

// biome-ignore lint/suspicious/noExplicitAny: whatever the service answers
export type Call = (method: string, path: string, body?: unknown) => Promise<any>

// biome-ignore lint/suspicious/noExplicitAny: whatever the service answers
export type CreateExample = (operationId: string, more?: object) => Promise<any>

type Ids = Record<string, string | number>

/** Replacements for parts of an example that can't be known when it is written. */
export interface Replacements {
  params?: Ids
  query?: Ids
  body?: Record<string, unknown>
  /** For operations that take a session instead of a key. */
  token?: string
}

type Prepare = () => Promise<Replacements>
export type Preparations = Record<string, Prepare>

const workflows = '/api/v1/service/workflows'

interface Outside {
  /** Accepts every request. */
  receiver: string
  push: PushService
}

/** Creates the resources that the examples refer to, in the workspace of `mia`. */
export function preparations(service: Harness, mia: Tenant, { receiver, push }: Outside) {
  const sql = service.deps.db.system
  const call = callAs(service, mia)

  /** Creates another resource from an operation's own example. */
  function createExample(operationId: string, more: object = {}) {
    const operation = service.operations.find(({ id }) => id === operationId) as Operation
    const path = operation.path.replace('{resourcetype}', 'campaign')
    return call(operation.method, path, { ...(operation.example?.body as object), ...more })
  }

  const byId = (make: () => Promise<{ id: string | number }>) => async () => ({
    params: { id: (await make()).id },
  })

  async function asset(): Promise<{ id: string; signed: string }> {
    const signed = await createExample('signUpload')
    const { pathname, search } = new URL(signed.signed)
    await service.app.inject({ method: 'PUT', url: pathname + search, payload: Buffer.from('x') })
    return { id: signed.asset, signed: signed.signed }
  }

  const folder = (): Promise<{ id: string }> =>
    createExample('createAssetFolder', { name: `Folder ${Math.random()}` })

  async function notification(): Promise<Replacements> {
    return { params: { id: (await createExample('sendAgentNotification')).notification_id } }
  }

  async function question(): Promise<{ id: string; thread_id: string }> {
    const asked = await createExample('sendAgentNotification', {
      category: 'agentNeedsInput',
      threadId: 'launch-42',
      question: { kind: 'approval' },
    })
    return { id: asked.question_id, thread_id: asked.thread_id }
  }

  async function answeredQuestion(): Promise<string> {
    const { id } = await question()
    const answer = { token: mia.token, body: { value: 'approved' } }
    await expectStatus(200, service.call('POST', `/api/v1/questions/${id}/answer`, answer))
    return id
  }

  async function answered(): Promise<Replacements> {
    await answeredQuestion()
    return {}
  }

  async function linkCode(): Promise<Replacements> {
    const { id } = await createConnection(service, mia)
    return { token: (await session()).access_token, body: { connection_id: id } }
  }

  async function project(): Promise<Replacements> {
    const { id } = await createExample('createProject')
    const path = `/api/v1/projects/campaign/${id}`
    for (const stage of ['planning', 'running']) await call('PATCH', path, { data: { stage } })
    return { params: { resourcetype: 'campaign', id } }
  }

  async function projectItem(): Promise<Replacements> {
    const { params } = await project()
    const path = `/api/v1/projects/campaign/${params?.id}/items`
    const item = await call('POST', path, { title: 'Teaser post' })
    return { params: { ...params, item_id: item.id }, body: { ids: [item.id] } }
  }

  const account = (): Promise<{ id: number }> =>
    createExample('connectSocialAccount', { url: receiver, name: `News ${Math.random()}` })

  async function run(state?: 'paused' | 'FAILED'): Promise<Replacements> {
    const { id } = await createExample('createWorkflow', { slug: undefined })
    const { run_id } = await call('POST', `${workflows}/${id}/start`, { input: { name: 'autumn' } })
    const path = `${workflows}/${id}/runs/${run_id}`
    await until('the question of the run', async () => {
      const { results } = await call('GET', `${path}/steps`)
      return results[0]?.waits_for?.type === 'question'
    })
    if (state === 'paused') await call('POST', `${path}/pause`, {})
    if (state === 'FAILED') await call('POST', `${path}/terminate`, {})
    return { params: { id, run_id } }
  }

  async function transcription(status?: string): Promise<Replacements> {
    const { id } = await createExample('transcribe')
    // Finished, so that the failing download of the example leaves it alone.
    if (status) {
      await sql`update transcriptions set job_status = ${status}, finished_at = now() where id = ${id}`
    }
    return { params: { id } }
  }

  async function task(): Promise<Replacements> {
    return { params: { task_id: (await createExample('removeBackground')).task_id } }
  }

  async function webhookDelivery(): Promise<Replacements> {
    const { id } = await createExample('createWebhookSubscription', { url: receiver })
    const sent = await call('POST', `/api/v1/webhooks/subscriptions/${id}/test`)
    await until('the delivery to end', async () => {
      const { status } = await call('GET', `/api/v1/webhooks/deliveries/${sent.id}`)
      return status === 'delivered' || status === 'failed'
    })
    return { params: { id: sent.id } }
  }

  /** A person who has just signed in for the first time. */
  async function session() {
    const { email, key, userId } = await service.colleague(mia, 'member')
    const password = 'a long password'
    await service.call('POST', '/api/v1/auth/password', { key, body: { new_password: password } })
    return { email, userId, ...(await call('POST', '/api/v1/auth/login', { email, password })) }
  }

  async function voice(): Promise<Replacements> {
    await createExample('chooseSpeechEngine')
    return { params: { voice_id: (await createExample('createVoice')).id } }
  }

  const colleague = async (): Promise<Replacements> => ({
    params: { user_id: (await service.colleague(mia, 'admin')).userId },
  })

  const spaceWithMember = async (): Promise<Replacements> => {
    const { id } = await createExample('createTeamspace')
    const { userId } = await service.colleague(mia, 'member')
    await call('POST', `/api/v1/workspaces/teamspaces/${id}/members`, { user_id: userId })
    return { params: { id, user_id: userId } }
  }

  const mail = byId(async () => ({ id: await sendQuestionMail(service, mia) }))
  const subscription = byId(() => createExample('createWebhookSubscription', { url: receiver }))
  const chatWebhook = byId(() => createExample('createChatWebhook', { url: receiver }))
  const pushSubscription = byId(() => createExample('createPushSubscription', push.subscribe()))

  /** By operation, or by the start of its path; the longest match counts. */
  const prepared: Preparations = {
    ...mediaPreparations({ call, createExample, account, receiver }),
    '/api/v1/voices/{voice_id}': voice,
    '/api/v1/transcription/{id}': () => transcription(),
    correctTranscription: () => transcription('DONE'),
    getVideo: byId(() => createExample('generateVideo')),
    getVideoVariation: async () => {
      const made = await createExample('generateVideo')
      return { params: { id: made.id, variation_id: made.art_variation_id } }
    },
    ...boardPreparations({ call, createExample, asset, mia }),
    '/api/v1/notifications/{id}': notification,
    resendDelivery: mail,
    getMail: mail,
    showMail: mail,
    '/api/v1/questions/{id}': byId(question),
    approveWorkflowStep: async () => ({ ...(await run()), token: mia.token }),
    updateWorkspaceQuotas: async () => ({ token: mia.token }),
    getReceipt: async () => ({ params: { id: await answeredQuestion() } }),
    answerQuestion: async () => ({ ...(await byId(question)()), token: mia.token }),
    delegateQuestion: async () => ({
      token: mia.token,
      params: { id: (await question()).id },
      body: { user_id: (await service.colleague(mia, 'member')).userId },
    }),
    '/api/v1/connections/{id}': byId(() => createConnection(service, mia)),
    createLinkCode: linkCode,
    unlinkDoor: async () => ({ params: await createLinkedConnection(service, mia) }),
    readAnswers: answered,
    '/api/v1/projects/{resourcetype}/{id}': project,
    restoreProject: async () => {
      const { params } = await project()
      await call('DELETE', `/api/v1/projects/campaign/${params?.id}`)
      return { params: params as Ids }
    },
    deleteProjectType: async () => {
      const resourcetype = `Event-${Math.random().toString(36).slice(2)}`
      await createExample('createProjectType', { resourcetype })
      return { params: { resourcetype } }
    },
    '/api/v1/projects/{resourcetype}/{id}/items/{item_id}': projectItem,
    reorderProjectItems: projectItem,
    ...socialPreparations({ call, createExample, account, sql }),
    [`${workflows}/{id}`]: byId(() => createExample('createWorkflow', { slug: undefined })),
    ...triggerPreparations(call, () => createExample('createWorkflow', { slug: undefined })),
    [`${workflows}/{id}/runs/{run_id}`]: () => run(),
    resumeWorkflowRun: () => run('paused'),
    retryWorkflowRun: () => run('FAILED'),
    restartWorkflowRun: () => run('FAILED'),
    '/api/v1/tasks/{task_id}': task,
    getTaskProgress: task,
    getTaskInput: task,
    registerAsset: async () => ({ body: { id: (await asset()).id } }),
    '/api/v1/assets/{id}': byId(asset),
    '/api/v1/assets/folders/{id}': byId(folder),
    moveAssets: async () => ({
      body: { asset_ids: [(await asset()).id], folder_id: (await folder()).id },
    }),
    '/api/v1/chat/webhooks/{id}': chatWebhook,
    '/api/v1/chat/incoming-webhooks/{id}': byId(() => createExample('createIncomingWebhook')),
    '/api/v1/push/subscriptions/{id}': pushSubscription,
    '/api/v1/workspaces/teamspaces/{id}': byId(() => createExample('createTeamspace')),
    addTeamspaceMember: async () => ({
      ...(await spaceWithMember()),
      body: { user_id: (await service.colleague(mia, 'member')).userId },
    }),
    removeTeamspaceMember: spaceWithMember,
    '/api/v1/workspaces/members/{user_id}': colleague,
    revokeInvitation: byId(() =>
      createExample('createInvitation', { email: `${Math.random()}@example.com` }),
    ),
    '/api/v1/api-keys/{id}': byId(() => createExample('createApiKey')),
    ...accountPreparations({ service, mia, session, createExample }),
    '/api/v1/webhooks/subscriptions/{id}': subscription,
    '/api/v1/webhooks/deliveries/{id}': webhookDelivery,
    getIdempotentResponse: async () => {
      await service.call('POST', '/api/v1/workspaces/teamspaces', {
        key: mia.key,
        body: { name: 'Launch' },
        headers: { 'idempotency-key': 'make-launch-space-1' },
      })
      return {}
    },
  }

  return async (operation: Operation): Promise<Replacements> => {
    const fitting = Object.keys(prepared)
      .filter((start) => start === operation.id || operation.path.startsWith(start))
      .sort(
        (a, b) => Number(b === operation.id) - Number(a === operation.id) || b.length - a.length,
      )
    return (await prepared[fitting[0] ?? '']?.()) ?? {}
  }
}
