import type { LiveEvent } from '@atelier/sdk'
import type { QueryKey } from '@tanstack/react-query'

/**
 * Maps events to the queries they make stale. Keys start with the client's noun, then the id if
 * there is one: ['boards', id], ['boardTasks', id, 'activity'].
 */
const table: Record<string, (event: LiveEvent) => QueryKey[]> = {
  workspace: () => [['me'], ['workspaces']],
  quota: () => [['usage']],
  teamspace: () => [['teamspaces']],
  member: () => [['members'], ['me']],
  invitation: () => [['invitations']],
  api_key: () => [['apiKeys']],
  task: ({ object }) => [
    ['tasks', String(object.id)],
    ['tasks', 'list'],
  ],
  asset: () => [['assets']],
  asset_folder: () => [['assets']],
  engine: () => [['engines']],
  voice: () => [['voices']],
  transcription: ({ object }) => [
    ['transcriptions', String(object.id)],
    ['transcriptions', 'list'],
  ],
  video: () => [['videos']],
  notification: () => [['notifications'], ['threads']],
  delivery: () => [['notifications'], ['deliveries']],
  question: () => [['questions'], ['notifications'], ['threads']],
  thread: () => [['threads']],
  chat: () => [['chat']],
  chat_webhook: () => [['chatWebhooks']],
  project_type: () => [['projectTypes']],
  project: ({ type, object }) =>
    type.startsWith('project.comment')
      ? [['projects', 'comments', String(object.id)]]
      : [['projects']],
  project_item: () => [['projects']],
  pm_board: () => [['boards']],
  pm_task: ({ object }) => [['boards'], ['boardTasks', String(object.id)], ['boardTasks', 'list']],
  social_account: () => [['social']],
  social_draft: () => [['social']],
  social_post: () => [['social']],
  workflow: () => [['workflows']],
  workflow_trigger: () => [['workflows']],
  workflow_run: () => [['workflowRuns'], ['workflows']],
  connection: () => [['connections'], ['doors']],
  webhook_subscription: () => [['webhooks']],
}

export function staleAfter(event: LiveEvent): QueryKey[] {
  const [noun = ''] = event.type.split('.')
  return table[noun]?.(event) ?? []
}
