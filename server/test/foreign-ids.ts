import { createConnection, createLinkedConnection } from './door-records.ts'
import { type Ids, recordFactory, social, workflows } from './foreign-records.ts'
import { expectStatus, type Harness, type Tenant } from './harness.ts'
import { createOAuthGrant } from './oauth-grant.ts'

/** For each path with parameters: the ids of a real object in another tenant's workspace. */
export function listForeignIds(
  service: Harness,
  stranger: Tenant,
): Record<string, () => Promise<Ids>> {
  const theirs = recordFactory(service, stranger)

  return {
    '/api/v1/workspaces/teamspaces/{id}': theirs.teamspace,
    '/api/v1/workspaces/teamspaces/{id}/members': theirs.teamspace,
    '/api/v1/workspaces/teamspaces/{id}/members/{user_id}': async () => ({
      ...(await theirs.teamspace()),
      user_id: stranger.userId,
    }),
    '/api/v1/workspaces/members/{user_id}': async () => ({ user_id: stranger.userId }),
    '/api/v1/workspaces/invitations/{id}': () =>
      theirs.create('/api/v1/workspaces/invitations', { email: `${Math.random()}@example.com` }),
    '/api/v1/tasks/{task_id}': theirs.task,
    '/api/v1/service/tasks/progress/{task_id}': theirs.task,
    '/api/v1/tasks/{task_id}/cancel': theirs.task,
    '/api/v1/tasks/{task_id}/events': theirs.task,
    '/api/v1/tasks/{task_id}/input': theirs.task,
    '/api/v1/service/export-lib/{id}': theirs.videoExport,
    '/api/v1/service/ai-image/status/{id}': theirs.generatedImage,
    '/api/v1/assets/{id}': async () => {
      const { body } = await service.call('POST', '/api/v1/assets/sign', {
        key: stranger.key,
        body: { filename: 'Theirs.png', filetype: 'image/png' },
      })
      return { id: body.asset }
    },
    '/api/v1/assets/folders/{id}': () =>
      theirs.create('/api/v1/assets/folders', { name: 'Theirs' }),
    '/v1/files/{file_id}': theirs.openAiFile,
    '/v1/files/{file_id}/content': theirs.openAiFile,
    '/v1/voices/{voice_id}': theirs.voice,
    '/v1/text-to-speech/{voice_id}': theirs.voice,
    '/v1/text-to-speech/{voice_id}/stream': theirs.voice,
    '/v1/text-to-speech/{voice_id}/with-timestamps': theirs.voice,
    '/v1/text-to-speech/{voice_id}/stream/with-timestamps': theirs.voice,
    '/api/v1/voices/{voice_id}': theirs.voice,
    '/api/v1/voices/{voice_id}/translate': theirs.voice,
    '/api/v1/transcription/{id}': theirs.transcription,
    '/api/v1/transcription/{id}/cancel': theirs.transcription,
    '/api/v1/transcription/{id}/download_transcription_file': theirs.transcription,
    '/api/v1/ai/video/{id}': theirs.video,
    '/api/v1/ai/video/{id}/variations/{variation_id}': theirs.video,
    '/api/v1/notifications/{id}': theirs.notification,
    '/api/v1/notifications/{id}/mark': theirs.notification,
    '/api/v1/notifications/{id}/receipts': theirs.notification,
    '/api/v1/notifications/deliveries/{id}/resend': theirs.delivery,
    '/api/v1/mails/{id}': theirs.mail,
    '/api/v1/mails/{id}/page': theirs.mail,
    '/api/v1/questions/{id}': theirs.question,
    '/api/v1/questions/{id}/answer': theirs.question,
    '/api/v1/questions/{id}/cancel': theirs.question,
    '/api/v1/questions/{id}/delegate': theirs.question,
    '/api/v1/questions/{id}/receipt': async () => {
      const { id = '' } = await theirs.question()
      const body = { value: 'Theirs' }
      const { token } = stranger
      await expectStatus(
        200,
        service.call('POST', `/api/v1/questions/${id}/answer`, { token, body }),
      )
      return { id }
    },
    '/api/v1/connections/{id}': () => createConnection(service, stranger),
    '/api/v1/connections/{id}/test': () => createConnection(service, stranger),
    '/api/v1/me/doors/{connection_id}': () => createLinkedConnection(service, stranger),
    '/api/v1/threads/{thread_id}': theirs.question,
    '/api/v1/threads/{thread_id}/answers': theirs.question,
    '/api/v1/threads/{thread_id}/messages': theirs.question,
    '/api/v1/threads/{thread_id}/mute': theirs.question,
    '/api/v1/chat/channels/{channel}/messages': async () => {
      await service.deps.db.system`
        insert into chat_messages (id, workspace_id, channel, author, text, extra, created_at)
        values (gen_random_uuid(), ${stranger.workspaceId}, 'theirs', '{"id": 1, "name": "A", "kind": "user"}',
          'Theirs', '{}', now())`
      return { channel: 'theirs' }
    },
    '/api/v1/chat/incoming-webhooks/{id}': () =>
      theirs.create('/api/v1/chat/incoming-webhooks', { name: 'Theirs' }),
    '/api/v1/chat/webhooks/{id}': theirs.chatWebhook,
    '/api/v1/chat/webhooks/{id}/test': theirs.chatWebhook,
    '/api/v1/push/subscriptions/{id}': theirs.pushSubscription,
    '/api/v1/push/subscriptions/{id}/test': theirs.pushSubscription,
    '/api/v1/project-types/{resourcetype}': theirs.projectType,
    '/api/v1/projects/{resourcetype}': theirs.projectType,
    '/api/v1/projects/{resourcetype}/{id}': theirs.project,
    '/api/v1/projects/{resourcetype}/{id}/restore': theirs.project,
    '/api/v1/projects/{resourcetype}/{id}/presence': theirs.project,
    '/api/v1/projects/{resourcetype}/{id}/revert': theirs.project,
    '/api/v1/projects/{resourcetype}/{id}/diff': theirs.project,
    '/api/v1/projects/{resourcetype}/{id}/revisions': theirs.project,
    '/api/v1/projects/{resourcetype}/{id}/revisions/{revision}': theirs.project,
    '/api/v1/projects/{resourcetype}/{id}/items': theirs.project,
    '/api/v1/projects/{resourcetype}/{id}/items/reorder': theirs.project,
    '/api/v1/projects/{resourcetype}/{id}/items/{item_id}': async () => {
      const ids = await theirs.project()
      const path = fill('/api/v1/projects/{resourcetype}/{id}/items', ids)
      return { ...ids, item_id: (await theirs.create(path, { title: 'Theirs' })).id as string }
    },
    '/api/v1/pm/boards/{board_id}': theirs.board,
    '/api/v1/pm/boards/{board_id}/clone': theirs.board,
    '/api/v1/pm/boards/{board_id}/members': theirs.board,
    '/api/v1/pm/boards/{board_id}/members/{user_id}': async () => ({
      ...(await theirs.board()),
      user_id: stranger.userId,
    }),
    '/api/v1/pm/boards/{board_id}/task-signs': theirs.board,
    '/api/v1/pm/boards/{board_id}/status': theirs.board,
    '/api/v1/pm/boards/{board_id}/status/{status_id}': theirs.board,
    '/api/v1/pm/boards/{board_id}/fields': theirs.board,
    '/api/v1/pm/boards/{board_id}/fields/{field_id}': theirs.board,
    '/api/v1/pm/status/{status_id}/move': theirs.board,
    '/api/v1/pm/tasks/{task_id}': theirs.boardTask,
    '/api/v1/pm/tasks/{task_id}/clone': theirs.boardTask,
    '/api/v1/pm/tasks/{task_id}/move': theirs.boardTask,
    '/api/v1/pm/tasks/{task_id}/activity': theirs.boardTask,
    '/api/v1/pm/tasks/{task_id}/checklist': theirs.boardTask,
    '/api/v1/pm/tasks/{task_id}/checklist/{item_id}': theirs.boardTask,
    '/api/v1/pm/tasks/{task_id}/attachment': theirs.boardTask,
    '/api/v1/pm/tasks/{task_id}/attachment/{asset_id}': theirs.boardTask,
    '/api/v1/pm/tasks/{task_id}/dependencies': theirs.boardTask,
    '/api/v1/pm/tasks/{task_id}/add_dependency': theirs.boardTask,
    '/api/v1/pm/tasks/{task_id}/remove_dependency': theirs.boardTask,
    '/api/v1/pm/tags/{tag_id}': async () => {
      const { id = '' } = await theirs.create('/api/v1/pm/tags', {
        name: `Theirs ${Math.random()}`,
      })
      return { tag_id: id }
    },
    '/api/v1/comments/{id}': async () => {
      const { task_id: object_pk } = await theirs.boardTask()
      return theirs.create('/api/v1/comments', {
        content_type: 'task',
        object_pk,
        comment: 'Theirs',
      })
    },
    [`${social}/accounts/{id}`]: theirs.socialAccount,
    [`${social}/accounts/{id}/verify`]: theirs.socialAccount,
    [`${social}/queue-slots/{id}`]: async () => {
      const { id: account_id } = await theirs.socialAccount()
      return theirs.create(`${social}/queue-slots`, { account_id, weekday: 'mon', time: '09:00' })
    },
    [`${social}/entries/{id}`]: theirs.draft,
    [`${social}/drafts/{id}`]: theirs.draft,
    [`${social}/drafts/{id}/schedule`]: theirs.draft,
    [`${social}/posts/{id}`]: theirs.socialPost,
    [`${social}/posts/{id}/cancel`]: theirs.socialPost,
    [`${social}/posts/{id}/retry`]: theirs.socialPost,
    [`${workflows}/{id}`]: theirs.workflow,
    [`${workflows}/{id}/versions`]: theirs.workflow,
    [`${workflows}/{id}/start`]: theirs.workflow,
    [`${workflows}/{id}/runs`]: theirs.workflow,
    [`${workflows}/{id}/rehearse`]: theirs.workflow,
    [`${workflows}/{id}/triggers`]: theirs.workflow,
    [`${workflows}/{id}/triggers/{trigger_id}`]: theirs.workflowTrigger,
    [`${workflows}/{id}/triggers/{trigger_id}/fire`]: theirs.workflowTrigger,
    [`${workflows}/{id}/triggers/{trigger_id}/firings`]: theirs.workflowTrigger,
    [`${workflows}/{id}/triggers/{trigger_id}/rotate`]: theirs.workflowTrigger,
    [`${workflows}/{id}/versions/{version}`]: theirs.workflow,
    [`${workflows}/{id}/runs/{run_id}/status`]: theirs.workflowRun,
    [`${workflows}/{id}/runs/{run_id}/steps`]: theirs.workflowRun,
    [`${workflows}/{id}/runs/{run_id}/pause`]: theirs.workflowRun,
    [`${workflows}/{id}/runs/{run_id}/resume`]: theirs.workflowRun,
    [`${workflows}/{id}/runs/{run_id}/retry`]: theirs.workflowRun,
    [`${workflows}/{id}/runs/{run_id}/restart`]: theirs.workflowRun,
    [`${workflows}/{id}/runs/{run_id}/terminate`]: theirs.workflowRun,
    [`${workflows}/{id}/runs/{run_id}/approve`]: theirs.workflowRun,
    '/api/v1/webhooks/subscriptions/{id}': theirs.webhookSubscription,
    '/api/v1/webhooks/subscriptions/{id}/rotate-secret': theirs.webhookSubscription,
    '/api/v1/webhooks/subscriptions/{id}/test': theirs.webhookSubscription,
    '/api/v1/webhooks/subscriptions/{id}/replay': theirs.webhookSubscription,
    '/api/v1/webhooks/deliveries/{id}': theirs.webhookDelivery,
    '/api/v1/webhooks/deliveries/{id}/resend': theirs.webhookDelivery,
    '/api/v1/auth/sessions/{id}': async () => {
      await theirs.createToken(stranger)
      const [row] = await service.deps.db.system<{ id: string }>`
        select id from sessions where user_id = ${stranger.userId} limit 1`
      return { id: row?.id as string }
    },
    '/api/v1/auth/grants/{id}': async () => ({
      id: (await createOAuthGrant(service, stranger, { name: 'Theirs' })).id,
    }),
    '/api/v1/api-keys/{id}': () => theirs.create('/api/v1/api-keys', { name: 'Theirs' }),
    '/api/v1/idempotency/{key}': async () => {
      await service.call('POST', '/api/v1/api-keys', {
        key: stranger.key,
        body: { name: 'Theirs' },
        headers: { 'idempotency-key': 'their-key' },
      })
      return { key: 'their-key' }
    },
  }
}

/** Paths whose ids belong to no workspace, or that reach every workspace. */
export function isOfNoWorkspace(path: string): boolean {
  const paths = [
    '/v1/models/{model}',
    '/api/v1/engines/{purpose}/test',
    // The operator changes those of every workspace.
    '/api/v1/quotas/{workspace_id}',
  ]
  return paths.includes(path)
}

export function fill(path: string, ids: Ids): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name) => String(ids[name] ?? 1))
}
