import type { Operation } from '../src/http/operation.ts'
import { accountPreparations } from './account-preparations.ts'
import { boardPreparations } from './board-preparations.ts'
import { connectionOf, linkedConnectionOf } from './door-records.ts'
import type { Harness, Tenant } from './harness.ts'
import { mediaPreparations } from './media-preparations.ts'
import type { PushService } from './push-service.ts'
import { socialPreparations } from './social-preparations.ts'
import { until } from './talking.ts'
import { triggerPreparations } from './trigger-preparations.ts'

// biome-ignore lint/suspicious/noExplicitAny: whatever the service answers
export type Ask = (method: string, path: string, body?: unknown) => Promise<any>

// biome-ignore lint/suspicious/noExplicitAny: whatever the service answers
export type Another = (operationId: string, more?: object) => Promise<any>

type Ids = Record<string, string | number>

/** Replacements for parts of an example that can't be known when it is written. */
export interface Replaced {
  params?: Ids
  query?: Ids
  body?: Record<string, unknown>
  /** For operations that take a session instead of a key. */
  token?: string
}

export type Prepare = () => Promise<Replaced>

const workflows = '/api/v1/service/workflows'

interface Outside {
  /** Accepts every request. */
  receiver: string
  push: PushService
}

/** Creates the resources that the examples refer to, in the workspace of `mia`. */
export function preparations(service: Harness, mia: Tenant, { receiver, push }: Outside) {
  const sql = service.deps.db.system

  async function ask(method: string, path: string, body?: unknown) {
    const answer = await service.call(method, path, {
      key: mia.key,
      ...(body !== undefined && { body }),
    })
    if (answer.status > 299) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
    return answer.body
  }

  /** Creates another resource from an operation's own example. */
  function another(operationId: string, more: object = {}) {
    const operation = service.operations.find(({ id }) => id === operationId) as Operation
    const path = operation.path.replace('{resourcetype}', 'campaign')
    return ask(operation.method, path, { ...(operation.example?.body as object), ...more })
  }

  const byId = (make: () => Promise<{ id: string | number }>) => async () => ({
    params: { id: (await make()).id },
  })

  async function asset(): Promise<{ id: string; signed: string }> {
    const signed = await another('signUpload')
    const { pathname, search } = new URL(signed.signed)
    await service.app.inject({ method: 'PUT', url: pathname + search, payload: Buffer.from('x') })
    return { id: signed.asset, signed: signed.signed }
  }

  const folder = (): Promise<{ id: string }> =>
    another('createAssetFolder', { name: `Folder ${Math.random()}` })

  async function notification(): Promise<Replaced> {
    return { params: { id: (await another('sendAgentNotification')).notification_id } }
  }

  async function mail(): Promise<Replaced> {
    const { params } = await notification()
    const id = await until('the captured mail', async () => {
      const { receipts } = await ask('GET', `/api/v1/notifications/${params?.id}/receipts`)
      type Receipt = { id: string; channel: string; status: string }
      const isCaptured = ({ channel, status }: Receipt) =>
        channel === 'email' && status === 'captured'
      return receipts.find(isCaptured)?.id as string | undefined
    })
    return { params: { id } }
  }

  async function question(): Promise<{ id: string; thread_id: string }> {
    const asked = await another('sendAgentNotification', {
      category: 'agentNeedsInput',
      threadId: 'launch-42',
      question: { kind: 'approval' },
    })
    return { id: asked.question_id, thread_id: asked.thread_id }
  }

  async function answeredQuestion(): Promise<string> {
    const { id } = await question()
    await ask('POST', `/api/v1/questions/${id}/answer`, { value: 'approved' })
    return id
  }

  async function answered(): Promise<Replaced> {
    await answeredQuestion()
    return {}
  }

  async function linkCode(): Promise<Replaced> {
    const { id } = await connectionOf(service, mia)
    return { token: (await session()).access_token, body: { connection_id: id } }
  }

  async function project(): Promise<Replaced> {
    const { id } = await another('createProject')
    const path = `/api/v1/projects/campaign/${id}`
    for (const stage of ['planning', 'running']) await ask('PATCH', path, { data: { stage } })
    return { params: { resourcetype: 'campaign', id } }
  }

  async function projectItem(): Promise<Replaced> {
    const { params } = await project()
    const path = `/api/v1/projects/campaign/${params?.id}/items`
    const item = await ask('POST', path, { title: 'Teaser post' })
    return { params: { ...params, item_id: item.id }, body: { ids: [item.id] } }
  }

  const account = (): Promise<{ id: number }> =>
    another('connectSocialAccount', { url: receiver, name: `News ${Math.random()}` })

  async function run(state?: 'paused' | 'FAILED'): Promise<Replaced> {
    const { id } = await another('createWorkflow', { slug: undefined })
    const { run_id } = await ask('POST', `${workflows}/${id}/start`, { input: { name: 'autumn' } })
    const path = `${workflows}/${id}/runs/${run_id}`
    await until('the question of the run', async () => {
      const { results } = await ask('GET', `${path}/steps`)
      return results[0]?.waits_for?.type === 'question'
    })
    if (state === 'paused') await ask('POST', `${path}/pause`, {})
    if (state === 'FAILED') await ask('POST', `${path}/terminate`, {})
    return { params: { id, run_id } }
  }

  async function transcription(status?: string): Promise<Replaced> {
    const { id } = await another('transcribe')
    // Finished, so that the failing download of the example leaves it alone.
    if (status) {
      await sql`update transcriptions set job_status = ${status}, finished_at = now() where id = ${id}`
    }
    return { params: { id } }
  }

  async function task(): Promise<Replaced> {
    return { params: { task_id: (await another('removeBackground')).task_id } }
  }

  async function webhookDelivery(): Promise<Replaced> {
    const { id } = await another('createWebhookSubscription', { url: receiver })
    const sent = await ask('POST', `/api/v1/webhooks/subscriptions/${id}/test`)
    await until('the delivery to end', async () => {
      const { status } = await ask('GET', `/api/v1/webhooks/deliveries/${sent.id}`)
      return status === 'delivered' || status === 'failed'
    })
    return { params: { id: sent.id } }
  }

  /** A person who has just signed in for the first time. */
  async function session() {
    const { email, key, userId } = await service.colleague(mia, 'member')
    const password = 'a long password'
    await service.call('POST', '/api/v1/auth/password', { key, body: { new_password: password } })
    return { email, userId, ...(await ask('POST', '/api/v1/auth/login', { email, password })) }
  }

  async function voice(): Promise<Replaced> {
    await another('chooseSpeechEngine')
    return { params: { voice_id: (await another('createVoice')).id } }
  }

  const colleague = async (): Promise<Replaced> => ({
    params: { user_id: (await service.colleague(mia, 'admin')).userId },
  })

  const spaceWithMember = async (): Promise<Replaced> => {
    const { id } = await another('createTeamspace')
    const { userId } = await service.colleague(mia, 'member')
    await ask('POST', `/api/v1/workspaces/teamspaces/${id}/members`, { user_id: userId })
    return { params: { id, user_id: userId } }
  }

  const subscription = byId(() => another('createWebhookSubscription', { url: receiver }))
  const chatWebhook = byId(() => another('createChatWebhook', { url: receiver }))
  const pushSubscription = byId(() => another('createPushSubscription', push.subscribe()))

  /** By operation, or by the start of its path; the longest match counts. */
  const prepared: Record<string, Prepare> = {
    ...mediaPreparations({ ask, another, account, receiver }),
    '/api/v1/voices/{voice_id}': voice,
    '/api/v1/transcription/{id}': () => transcription(),
    correctTranscription: () => transcription('DONE'),
    getVideo: byId(() => another('generateVideo')),
    getVideoVariation: async () => {
      const made = await another('generateVideo')
      return { params: { id: made.id, variation_id: made.art_variation_id } }
    },
    ...boardPreparations({ ask, another, asset, mia }),
    '/api/v1/notifications/{id}': notification,
    resendDelivery: mail,
    getMail: mail,
    showMail: mail,
    '/api/v1/questions/{id}': byId(question),
    getReceipt: async () => ({ params: { id: await answeredQuestion() } }),
    delegateQuestion: async () => ({
      params: { id: (await question()).id },
      body: { user_id: (await service.colleague(mia, 'member')).userId },
    }),
    '/api/v1/connections/{id}': byId(() => connectionOf(service, mia)),
    createLinkCode: linkCode,
    unlinkDoor: async () => ({ params: await linkedConnectionOf(service, mia) }),
    readAnswers: answered,
    '/api/v1/projects/{resourcetype}/{id}': project,
    restoreProject: async () => {
      const { params } = await project()
      await ask('DELETE', `/api/v1/projects/campaign/${params?.id}`)
      return { params: params as Ids }
    },
    deleteProjectType: async () => {
      const resourcetype = `Event-${Math.random().toString(36).slice(2)}`
      await another('createProjectType', { resourcetype })
      return { params: { resourcetype } }
    },
    '/api/v1/projects/{resourcetype}/{id}/items/{item_id}': projectItem,
    reorderProjectItems: projectItem,
    ...socialPreparations({ ask, another, account, sql }),
    [`${workflows}/{id}`]: byId(() => another('createWorkflow', { slug: undefined })),
    ...triggerPreparations(ask, () => another('createWorkflow', { slug: undefined })),
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
    '/api/v1/chat/incoming-webhooks/{id}': byId(() => another('createIncomingWebhook')),
    '/api/v1/push/subscriptions/{id}': pushSubscription,
    '/api/v1/workspaces/teamspaces/{id}': byId(() => another('createTeamspace')),
    addTeamspaceMember: async () => ({
      ...(await spaceWithMember()),
      body: { user_id: (await service.colleague(mia, 'member')).userId },
    }),
    removeTeamspaceMember: spaceWithMember,
    '/api/v1/workspaces/members/{user_id}': colleague,
    revokeInvitation: byId(() =>
      another('createInvitation', { email: `${Math.random()}@example.com` }),
    ),
    '/api/v1/api-keys/{id}': byId(() => another('createApiKey')),
    ...accountPreparations({ service, mia, session, another }),
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

  return async (operation: Operation): Promise<Replaced> => {
    const fitting = Object.keys(prepared)
      .filter((start) => start === operation.id || operation.path.startsWith(start))
      .sort(
        (a, b) => Number(b === operation.id) - Number(a === operation.id) || b.length - a.length,
      )
    return (await prepared[fitting[0] ?? '']?.()) ?? {}
  }
}
