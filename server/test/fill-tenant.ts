import { insertDoorRows } from './door-records.ts'
import { callAs, type Harness, type Tenant } from './harness.ts'
import { notify } from './notify.ts'
import { until } from './server-client.ts'

/** Adds a row to every table that has a workspace_id. */
export async function fillTenant(service: Harness, tenant: Tenant): Promise<void> {
  const call = callAs(service, tenant)
  await service.deps.db.system`
    insert into workspace_quotas (workspace_id, name, max, updated_at)
    values (${tenant.workspaceId}, 'boards', 100, now())`
  await call('POST', '/api/v1/workspaces/teamspaces', { name: 'A' })
  await call('GET', '/api/v1/webhooks/secret')
  await call('POST', '/api/v1/ws/tickets')
  await call('PUT', '/api/v1/engines/outpainting', { kind: 'openai', model: 'x' })
  await call('POST', '/api/v1/assets/sign', { filename: 'a.png', filetype: 'image/png' })
  await call('POST', '/api/v1/assets/folders', { name: 'A' })
  await call('POST', '/api/v1/voices', {
    voice_name: 'A',
    gender: 0,
    language_code: 'en-US',
    provider: 'openai',
    engine_voice: 'a',
  })
  const transcription = await call('POST', '/api/v1/transcription/transcribe', {
    audio_url: 'http://127.0.0.1:1/a.ogg',
  })
  // Its end removes the parts, so it ends first.
  await service.call('POST', `/api/v1/transcription/${transcription.id}/cancel`, tenant)
  await service.deps.db.system`
    insert into transcription_parts (transcription_id, workspace_id, sequence, phrases, done_ms)
    select id, workspace_id, 0, '[]', 0 from transcriptions where id = ${transcription.id}`
  await service.deps.db.system`
    insert into transcription_callbacks (transcription_id, workspace_id, event_id, received_at)
    select id, workspace_id, 'a', now() from transcriptions where id = ${transcription.id}`
  await call('POST', '/api/v1/ai-imageart/ai-generate-video-v2', {
    parameters: { scenes: [{ title: 'A', duration_ms: 500 }] },
  })
  await call('POST', '/api/v1/chat/channels/agent-alerts/messages', { text: 'A' })
  for (const id of ['createChatWebhook', 'createIncomingWebhook', 'createPushSubscription']) {
    const operation = service.operations.find((one) => one.id === id)
    await call('POST', operation?.path ?? '', operation?.example?.body)
  }
  await call('POST', '/api/v1/tools/remove-background', { image_url: 'data:,x' })
  await notifications(service, tenant)
  await insertDoorRows(service, tenant)
  await boards(service, tenant)
  await social(service, tenant)
  await webhooks(service, tenant)
  await call('POST', '/api/v1/workspaces/invitations', { email: 'x@example.com' })
  await call('POST', '/api/v1/project-types', { resourcetype: 'event' })
  const workflow = await call('POST', '/api/v1/service/workflows', {
    definition: { title: 'A', steps: [{ id: 'nap', type: 'wait', seconds: 3600 }] },
  })
  const run = await call('POST', `/api/v1/service/workflows/${workflow.id}/start`, {})
  const triggers = `/api/v1/service/workflows/${workflow.id}/triggers`
  const trigger = await call('POST', triggers, { kind: 'schedule', cron: '0 9 * * 1' })
  await call('POST', `${triggers}/${trigger.id}/fire`, {})
  await until('its first step', async () => {
    const [step] = await service.deps.db.system`
      select from workflow_steps where run_id = ${run.run_id}`
    return step !== undefined
  })
  const project = await call('POST', '/api/v1/projects/event', { title: 'A' })
  await call('POST', `/api/v1/projects/event/${project.id}/items`, { title: 'A' })
}

/** Adds something to every table for notifications. */
async function notifications(service: Harness, tenant: Tenant): Promise<void> {
  const { userId, workspaceId } = tenant
  const call = callAs(service, tenant)
  const question = { category: 'agentNeedsInput', threadId: 't', question: { kind: 'text' } }
  await notify(service, tenant, question)
  await call('POST', '/api/v1/threads/t/messages', { text: 'A' })
  await call('PUT', '/api/v1/threads/t/mute')
  await call('PATCH', '/api/v1/notifications/preferences', { timezone: 'UTC' })
  await service.deps.db.system`
    insert into demo_records (workspace_id, undo)
    values (${workspaceId}, '{"operation": "deleteBoard"}')`
  await service.deps.db.system`
    insert into mails (id, workspace_id, user_id, status, from_address, to_address, subject, html,
      text, headers, created_at)
    values (gen_random_uuid(), ${workspaceId}, ${userId}, 'sent', 'a', 'b', 'c', '', '', '{}', now())`
}

/** Adds something to every table for boards. */
async function boards(service: Harness, tenant: Tenant): Promise<void> {
  const { userId } = tenant
  const create = (path: string, body: object) =>
    callAs(service, tenant)('POST', `/api/v1${path}`, body)
  await create('/pm/boards', { title: 'A' })
  await create('/pm/boards/a/members', { user_id: userId })
  await create('/pm/boards/a/fields', { name: 'A', kind: 'text' })
  await create('/pm/tasks', { board: 'a', title: 'A', tags: ['a'], assignees: [userId] })
  const recurrence = { rrule: 'FREQ=DAILY', tz: 'UTC', mode: 'on_schedule' }
  await create('/pm/tasks', { board: 'a', title: 'B', due_date: '2040-01-01', recurrence })
  await create('/pm/tasks/a-1/add_dependency', { target_task_id: 'a-2', relation_type: 'BLOCKS' })
  await create('/comments', { content_type: 'task', object_pk: 'a-1', comment: 'A' })
  const { asset } = await create('/assets/sign', { filename: 'a.png', filetype: 'image/png' })
  await create('/pm/tasks/a-1/attachment', { asset_id: asset })
}

/** Adds something to every table for social media. */
async function social(service: Harness, tenant: Tenant): Promise<void> {
  const call = callAs(service, tenant)
  const base = '/api/v1/service/social-media'
  const account = { network: 'webhook', url: 'https://a.example', secret: 'x'.repeat(16) }
  const { id: account_id } = await call('POST', `${base}/accounts`, account)
  await call('POST', `${base}/queue-slots`, { account_id, weekday: 'mon', time: '09:00' })
  await call('POST', `${base}/create`, { message: 'A', account_ids: [account_id], tags: ['A'] })
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
async function webhooks(service: Harness, tenant: Tenant): Promise<void> {
  const call = callAs(service, tenant)
  const base = '/api/v1/webhooks/subscriptions'
  const subscription = await call('POST', base, {
    url: 'http://127.0.0.1:1/',
    event_types: ['video.done'],
  })
  const test = await call('POST', `${base}/${subscription.id}/test`)
  await service.deps.db.system`
    insert into webhook_attempts (workspace_id, delivery_id, started_at, duration_ms)
    select workspace_id, id, now(), 1 from webhook_deliveries where id = ${test.id}`
}
