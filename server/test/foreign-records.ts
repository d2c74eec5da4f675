import { openSession } from '../src/features/auth/sessions.ts'
import { callAs, type Harness, type Tenant } from './harness.ts'
import { notify } from './notify.ts'

export type Ids = Record<string, string | number>

export const social = '/api/v1/service/social-media'
export const workflows = '/api/v1/service/workflows'

/** Ids in the right format that belong to nobody. */
export const missingIds: Ids = {
  workspace_id: 2_000_000_000,
  id: '00000000-0000-4000-8000-000000000000',
  task_id: '00000000-0000-4000-8000-000000000000',
  trigger_id: '00000000-0000-4000-8000-000000000000',
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

/** Creates records of one tenant that another must not reach. Each function returns the new ids. */
export function recordFactory(service: Harness, tenant: Tenant) {
  const call = callAs(service, tenant)

  async function create(path: string, body: unknown): Promise<Ids> {
    return { id: (await call('POST', path, body)).id }
  }

  async function task(): Promise<Ids> {
    const body = { image_url: 'data:,Theirs' }
    return { task_id: (await call('POST', '/api/v1/tools/remove-background', body)).task_id }
  }

  async function videoExport(): Promise<Ids> {
    // A sentence of the sample text, which the model speaks for other tests too.
    const body = { payload: { description: 'Come and hold it.' } }
    return { id: (await call('POST', '/api/v1/service/video-tools/script-to-video', body)).task_id }
  }

  async function generatedImage(): Promise<Ids> {
    const engine = { kind: 'openai', base_url: 'https://engine.example.com', model: 'theirs' }
    await call('PUT', '/api/v1/engines/images', engine)
    return create('/api/v1/service/ai-image/generate', { parameters: { prompt: 'Theirs' } })
  }

  async function voice(): Promise<Ids> {
    const { id = '' } = await create('/api/v1/voices', {
      voice_name: 'Theirs',
      gender: 0,
      language_code: 'en-US',
      provider: 'openai',
      engine_voice: 'alloy',
    })
    return { voice_id: id }
  }

  async function openAiFile(): Promise<Ids> {
    const boundary = 'theirs'
    const upload = callAs(service, tenant, {
      'content-type': `multipart/form-data; boundary=${boundary}`,
    })
    const { id } = await upload(
      'POST',
      '/v1/files',
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="Theirs.pdf"\r\nContent-Type: application/pdf\r\n\r\n%PDF-1.7\r\n--${boundary}--\r\n`,
    )
    return { file_id: id }
  }

  async function transcription(): Promise<Ids> {
    const audio_url = 'http://127.0.0.1:1/theirs.ogg'
    return create('/api/v1/transcription/transcribe', { audio_url })
  }

  async function video(): Promise<Ids> {
    const parameters = { scenes: [{ title: 'Theirs', duration_ms: 500 }] }
    const path = '/api/v1/ai-imageart/ai-generate-video-v2'
    const body = await call('POST', path, { parameters })
    return { id: body.id, variation_id: body.art_variation_id }
  }

  async function board(): Promise<Ids> {
    const { id = '' } = await create('/api/v1/pm/boards', { title: 'Theirs' })
    const url = `/api/v1/pm/boards/${id}`
    const { statuses } = await call('GET', url)
    const field = await create(`${url}/fields`, { name: 'Theirs', kind: 'text' })
    return { board_id: id, status_id: statuses[0], field_id: field.id as string }
  }

  async function boardTask(): Promise<Ids> {
    const { board_id } = await board()
    const { id = '' } = await create('/api/v1/pm/tasks', { board: board_id, title: 'Theirs' })
    const item = await create(`/api/v1/pm/tasks/${id}/checklist`, { title: 'Theirs' })
    return { task_id: id, item_id: item.id as string, asset_id: missingIds.asset_id as string }
  }

  async function notifyThem(question?: object): Promise<Ids> {
    const more = { category: 'agentNeedsInput', ...(question && { question }) }
    const { body } = await notify(service, tenant, { title: 'Theirs', ...more })
    return { id: body.notification_id, question_id: body.question_id, thread_id: body.thread_id }
  }

  function socialAccount(): Promise<Ids> {
    const webhook = { network: 'webhook', url: 'https://theirs.example/x', secret: 'x'.repeat(16) }
    return create(`${social}/accounts`, { ...webhook, name: 'Theirs' })
  }

  async function draft(more: object = {}): Promise<Ids> {
    const { id } = await socialAccount()
    const post = { message: 'Theirs', account_ids: [id], tags: ['Theirs'], ...more }
    return { id: (await call('POST', `${social}/create`, post)).posts[0].id }
  }

  function socialPost(): Promise<Ids> {
    return draft({ action: 'schedule', date: '2040-01-01 10:00' })
  }

  async function workflow(): Promise<Ids> {
    const steps = [{ id: 'nap', type: 'wait', seconds: 3600 }]
    return { ...(await create(workflows, { definition: { title: 'Theirs', steps } })), version: 1 }
  }

  async function workflowRun(): Promise<Ids> {
    const { id = '' } = await workflow()
    return { id, run_id: (await call('POST', `${workflows}/${id}/start`, {})).run_id }
  }

  async function workflowTrigger(): Promise<Ids> {
    const { id = '' } = await workflow()
    const made = await create(`${workflows}/${id}/triggers`, { kind: 'webhook' })
    return { id, trigger_id: made.id as string }
  }

  function notification(): Promise<Ids> {
    return notifyThem()
  }

  async function question(): Promise<Ids> {
    const { question_id = '', thread_id = '' } = await notifyThem({ kind: 'text' })
    return { id: question_id, thread_id }
  }

  async function mail() {
    const { id } = await delivery()
    await service.deps.db.system`
      insert into mails (id, workspace_id, user_id, status, from_address, to_address, subject,
        html, text, headers, created_at)
      values (${id}, ${tenant.workspaceId}, ${tenant.userId}, 'captured', 'a', 'b', 'c', '',
        '', '{}', now())
      on conflict (id) do nothing`
    return { id: id as string }
  }

  async function delivery(): Promise<Ids> {
    const { id = '' } = await notifyThem()
    return { id: (await call('GET', `/api/v1/notifications/${id}/receipts`)).receipts[0].id }
  }

  function chatWebhook(): Promise<Ids> {
    return create('/api/v1/chat/webhooks', {
      kind: 'slack',
      name: 'Theirs',
      url: 'http://127.0.0.1:1/services/Theirs',
    })
  }

  function pushSubscription(): Promise<Ids> {
    const example = service.operations.find(({ id }) => id === 'createPushSubscription')?.example
    return create('/api/v1/push/subscriptions', { ...(example?.body as object), label: 'Theirs' })
  }

  function webhookSubscription(): Promise<Ids> {
    return create('/api/v1/webhooks/subscriptions', {
      url: 'http://127.0.0.1:1/Theirs',
      event_types: ['video.*'],
      description: 'Theirs',
    })
  }

  async function webhookDelivery(): Promise<Ids> {
    const { id } = await webhookSubscription()
    return create(`/api/v1/webhooks/subscriptions/${id}/test`, undefined)
  }

  async function projectType(): Promise<Ids> {
    const resourcetype = `Theirs-${Math.random().toString(36).slice(2)}`
    await call('POST', '/api/v1/project-types', { resourcetype })
    return { resourcetype }
  }

  async function project(): Promise<Ids> {
    const made = await create('/api/v1/projects/campaign', { title: 'Theirs' })
    return { resourcetype: 'campaign', ...made }
  }

  function teamspace(): Promise<Ids> {
    return create('/api/v1/workspaces/teamspaces', { name: 'Theirs' })
  }

  async function createToken({ userId }: Tenant): Promise<string> {
    const { deps } = service
    const session = await deps.db.transaction('system', (tx) => openSession(deps, tx, userId))
    return session.access_token
  }

  const media = { voice, openAiFile, transcription, video }
  const images = { task, videoExport, generatedImage }
  const work = { board, boardTask, projectType, project, teamspace }
  const talk = { notification, question, mail, delivery, chatWebhook, pushSubscription }
  const posts = { socialAccount, draft, socialPost }
  const runs = { workflow, workflowRun, workflowTrigger, webhookSubscription, webhookDelivery }
  return { create, createToken, ...media, ...images, ...work, ...talk, ...posts, ...runs }
}
