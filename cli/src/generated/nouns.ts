// Generated from docs/openapi.json by "npm run generate". Do not edit.

import type { NounSpec } from '../operations/spec.ts'

export interface Noun {
  /** The property of the SDK client. */
  property: string
  says: string
  load: () => Promise<{ operations: NounSpec }>
}

export const nouns: Record<string, Noun> = {
  'images': { property: 'images', says: 'Image tools: convert-image-format, restore, …', load: () => import('./images.ts') },
  'ai-images': { property: 'aiImages', says: 'Generated images: generate, get-status, list-models, …', load: () => import('./ai-images.ts') },
  'video-tools': { property: 'videoTools', says: 'convert-video-format, merge-videos, remove-audio, …', load: () => import('./video-tools.ts') },
  'engines': { property: 'engines', says: 'list, list-models, test, choose-outpainting, …', load: () => import('./engines.ts') },
  'voices': { property: 'voices', says: 'list, create, get, update, delete, get-sample, …', load: () => import('./voices.ts') },
  'transcriptions': { property: 'transcriptions', says: 'Transcription: create, list, get, correct, delete, …', load: () => import('./transcriptions.ts') },
  'videos': { property: 'videos', says: 'Video: generate, get, get-by-id, list', load: () => import('./videos.ts') },
  'webhooks': { property: 'webhooks', says: 'receive-provider-callback, list-subscriptions, …', load: () => import('./webhooks.ts') },
  'boards': { property: 'boards', says: 'list, create, get, update, delete, clone, list-members, …', load: () => import('./boards.ts') },
  'board-tasks': { property: 'boardTasks', says: 'list, create, get, update, delete, clone, move, …', load: () => import('./board-tasks.ts') },
  'comments': { property: 'comments', says: 'list, create, get, update, delete', load: () => import('./comments.ts') },
  'notifications': { property: 'notifications', says: 'send, list, count, get-preferences, update-preferences, …', load: () => import('./notifications.ts') },
  'pages': { property: 'pages', says: 'Pages for people: show-unsubscribe, unsubscribe, …', load: () => import('./pages.ts') },
  'threads': { property: 'threads', says: 'list, get, write, mute, unmute, read-answers', load: () => import('./threads.ts') },
  'questions': { property: 'questions', says: 'list, get, answer, delegate, cancel', load: () => import('./questions.ts') },
  'receipts': { property: 'receipts', says: 'get, list-keys', load: () => import('./receipts.ts') },
  'doors': { property: 'doors', says: 'list-connections, create-connection, delete-connection, …', load: () => import('./doors.ts') },
  'projects': { property: 'projects', says: 'list-types, create-type, delete-type, list, create, …', load: () => import('./projects.ts') },
  'social': { property: 'social', says: 'Social media: list-drafts, list-posts, create-posts, …', load: () => import('./social.ts') },
  'workflows': { property: 'workflows', says: 'list-startable, list, create, check, list-templates, …', load: () => import('./workflows.ts') },
  'tasks': { property: 'tasks', says: 'get, get-progress, list, cancel, follow, get-input', load: () => import('./tasks.ts') },
  'assets': { property: 'assets', says: 'sign-upload, register, list, create-from-url, upload, …', load: () => import('./assets.ts') },
  'chat': { property: 'chat', says: 'Team chat: list-channels, list-messages, post-message, …', load: () => import('./chat.ts') },
  'push': { property: 'push', says: 'get-key, list-subscriptions, create-subscription, …', load: () => import('./push.ts') },
  'workspaces': { property: 'workspaces', says: 'get-current, update-current, list, create, …', load: () => import('./workspaces.ts') },
  'teamspaces': { property: 'teamspaces', says: 'list-mine, list, create, get, update, delete, …', load: () => import('./teamspaces.ts') },
  'members': { property: 'members', says: 'list, list-choices, get, update, remove, …', load: () => import('./members.ts') },
  'usage': { property: 'usage', says: 'get, update-workspace-quotas', load: () => import('./usage.ts') },
  'api-keys': { property: 'apiKeys', says: 'Credentials: create, list, get, revoke', load: () => import('./api-keys.ts') },
  'auth': { property: 'auth', says: 'Credentials: log-in, refresh, open-browser-session, …', load: () => import('./auth.ts') },
  'events': { property: 'events', says: 'list, list-types, follow', load: () => import('./events.ts') },
  'live': { property: 'live', says: 'create-ticket, connect', load: () => import('./live.ts') },
  'idempotency': { property: 'idempotency', says: 'get', load: () => import('./idempotency.ts') },
}
