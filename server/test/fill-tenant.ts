import { doorRowsOf } from './door-records.ts'
import type { Harness, Tenant } from './harness.ts'
import { notify } from './notify.ts'
import { until } from './talking.ts'

/** Adds a row to every table that has a workspace_id. */
export async function fillTenant(service: Harness, tenant: Tenant): Promise<void> {
  const { key } = tenant
  await service.call('POST', '/api/v1/workspaces/teamspaces', { key, body: { name: 'A' } })
  await service.call('GET', '/api/v1/webhooks/secret', { key })
  await service.call('POST', '/api/v1/ws/tickets', { key })
  await service.call('PUT', '/api/v1/engines/outpainting', {
    key,
    body: { kind: 'openai', model: 'x' },
  })
  await service.call('POST', '/api/v1/assets/sign', {
    key,
    body: { filename: 'a.png', filetype: 'image/png' },
  })
  await service.call('POST', '/api/v1/assets/folders', { key, body: { name: 'A' } })
  await service.call('POST', '/api/v1/voices', {
    key,
    body: {
      voice_name: 'A',
      gender: 0,
      language_code: 'en-US',
      provider: 'openai',
      engine_voice: 'a',
    },
  })
  const { body: transcription } = await service.call('POST', '/api/v1/transcription/transcribe', {
    key,
    body: { audio_url: 'http://127.0.0.1:1/a.ogg' },
  })
  // Its end removes the parts.
  const path = `/api/v1/transcription/${transcription.id}`
  const hasFailed = async () =>
    (await service.call('GET', path, { key })).body.job_status === 'FAILED'
  await until('the transcription to fail', hasFailed)
  await service.deps.db.system`
    insert into transcription_parts (transcription_id, workspace_id, sequence, phrases, done_ms)
    select id, workspace_id, 0, '[]', 0 from transcriptions where id = ${transcription.id}`
  await service.deps.db.system`
    insert into transcription_callbacks (transcription_id, workspace_id, event_id, received_at)
    select id, workspace_id, 'a', now() from transcriptions where id = ${transcription.id}`
  await service.call('POST', '/api/v1/ai-imageart/ai-generate-video-v2', {
    key,
    body: { parameters: { scenes: [{ title: 'A', duration_ms: 500 }] } },
  })
  await service.call('POST', '/api/v1/chat/channels/agent-alerts/messages', {
    key,
    body: { text: 'A' },
  })
  for (const id of ['createChatWebhook', 'createIncomingWebhook', 'createPushSubscription']) {
    const operation = service.operations.find((one) => one.id === id)
    await service.call('POST', operation?.path ?? '', { key, body: operation?.example?.body })
  }
  await service.call('POST', '/api/v1/tools/remove-background', {
    key,
    body: { image_url: 'data:,x' },
  })
  await notifications(service, tenant)
  await doorRowsOf(service, tenant)
  await boards(service, tenant)
  await social(service, tenant)
  await webhooks(service, tenant)
  await service.call('POST', '/api/v1/workspaces/invitations', {
    key,
    body: { email: 'x@example.com' },
  })
  await service.call('POST', '/api/v1/project-types', { key, body: { resourcetype: 'event' } })
  const { body: workflow } = await service.call('POST', '/api/v1/service/workflows', {
    key,
    body: { definition: { title: 'A', steps: [{ id: 'nap', type: 'wait', seconds: 3600 }] } },
  })
  const { body: run } = await service.call(
    'POST',
    `/api/v1/service/workflows/${workflow.id}/start`,
    { key, body: {} },
  )
  const triggers = `/api/v1/service/workflows/${workflow.id}/triggers`
  const { body: trigger } = await service.call('POST', triggers, {
    key,
    body: { kind: 'schedule', cron: '0 9 * * 1' },
  })
  await service.call('POST', `${triggers}/${trigger.id}/fire`, { key, body: {} })
  await until('its first step', async () => {
    const [step] = await service.deps.db.system`
      select from workflow_steps where run_id = ${run.run_id}`
    return step !== undefined
  })
  const { body: project } = await service.call('POST', '/api/v1/projects/event', {
    key,
    body: { title: 'A' },
  })
  await service.call('POST', `/api/v1/projects/event/${project.id}/items`, {
    key,
    body: { title: 'A' },
  })
}

/** Adds something to every table for notifications. */
async function notifications(service: Harness, tenant: Tenant): Promise<void> {
  const { key, userId, workspaceId } = tenant
  const question = { category: 'agentNeedsInput', threadId: 't', question: { kind: 'text' } }
  await notify(service, tenant, question)
  await service.call('POST', '/api/v1/threads/t/messages', { key, body: { text: 'A' } })
  await service.call('PUT', '/api/v1/threads/t/mute', { key })
  await service.call('PATCH', '/api/v1/notifications/preferences', {
    key,
    body: { timezone: 'UTC' },
  })
  await service.deps.db.system`
    insert into demo_records (workspace_id, undo)
    values (${workspaceId}, '{"operation": "deleteBoard"}')`
  await service.deps.db.system`
    insert into mails (id, workspace_id, user_id, status, from_address, to_address, subject, html,
      text, headers, created_at)
    values (gen_random_uuid(), ${workspaceId}, ${userId}, 'sent', 'a', 'b', 'c', '', '', '{}', now())`
}

/** Adds something to every table for boards. */
async function boards(service: Harness, { key, userId }: Tenant): Promise<void> {
  const make = async (path: string, body: object) =>
    (await service.call('POST', `/api/v1${path}`, { key, body })).body
  await make('/pm/boards', { title: 'A' })
  await make('/pm/boards/a/members', { user_id: userId })
  await make('/pm/boards/a/fields', { name: 'A', kind: 'text' })
  await make('/pm/tasks', { board: 'a', title: 'A', tags: ['a'], assignees: [userId] })
  const recurrence = { rrule: 'FREQ=DAILY', tz: 'UTC', mode: 'on_schedule' }
  await make('/pm/tasks', { board: 'a', title: 'B', due_date: '2040-01-01', recurrence })
  await make('/pm/tasks/a-1/add_dependency', { target_task_id: 'a-2', relation_type: 'BLOCKS' })
  await make('/comments', { content_type: 'task', object_pk: 'a-1', comment: 'A' })
  const { asset } = await make('/assets/sign', { filename: 'a.png', filetype: 'image/png' })
  await make('/pm/tasks/a-1/attachment', { asset_id: asset })
}

/** Adds something to every table for social media. */
async function social(service: Harness, { key }: Tenant): Promise<void> {
  const base = '/api/v1/service/social-media'
  const { body } = await service.call('POST', `${base}/accounts`, {
    key,
    body: { network: 'webhook', url: 'https://a.example', secret: 'x'.repeat(16) },
  })
  const account_id = body.id
  await service.call('POST', `${base}/queue-slots`, {
    key,
    body: { account_id, weekday: 'mon', time: '09:00' },
  })
  await service.call('POST', `${base}/create`, {
    key,
    body: { message: 'A', account_ids: [account_id], tags: ['A'] },
  })
  const { system } = service.deps.db
  await system`
    insert into social_account_figures (workspace_id, account_id, day, fetched_at)
    select workspace_id, id, current_date, now() from social_accounts where id = ${account_id}`
  await system`
    insert into social_post_figures (workspace_id, account_id, post_id, day)
    select workspace_id, account_id, id, current_date from social_posts
    where account_id = ${account_id}`
}

/** Adds something to every table for webhooks. */
async function webhooks(service: Harness, { key }: Tenant): Promise<void> {
  const base = '/api/v1/webhooks/subscriptions'
  const { body: subscription } = await service.call('POST', base, {
    key,
    body: { url: 'http://127.0.0.1:1/', event_types: ['video.done'] },
  })
  const { body: test } = await service.call('POST', `${base}/${subscription.id}/test`, { key })
  await service.deps.db.system`
    insert into webhook_attempts (workspace_id, delivery_id, started_at, duration_ms)
    select workspace_id, id, now(), 1 from webhook_deliveries where id = ${test.id}`
}
