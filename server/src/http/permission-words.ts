import type { Permission } from './permissions.ts'

/** Every permission in plain words. */
const words: Record<Permission, string> = {
  'workspaces:read': 'See the workspace and its settings',
  'workspaces:write': 'Change the workspace and its engines',
  'teamspaces:read': 'See teamspaces',
  'teamspaces:write': 'Change teamspaces and who is in them',
  'members:read': 'See who is in the workspace',
  'members:write': 'Change roles, invite and remove people',
  'api-keys:read': 'See API keys',
  'api-keys:write': 'Make and revoke API keys',
  'events:read': 'See what happens in the workspace',
  'tasks:read': 'See how work on media goes',
  'tasks:write': 'Cancel work on media',
  'tools:write': 'Work on pictures and make speech',
  'assets:read': 'See files',
  'assets:write': 'Add and delete files',
  'webhooks:read': 'See where events are sent',
  'webhooks:write': 'Manage webhooks and their secrets',
  'voices:read': 'See voices',
  'voices:write': 'Change voices',
  'transcriptions:read': 'Read transcriptions',
  'transcriptions:write': 'Transcribe recordings and correct the text',
  'videos:read': 'See videos',
  'videos:write': 'Make videos',
  'notifications:read': 'Read your notifications and questions',
  'notifications:write': 'Mark your notifications and answer questions for you',
  'notifications:send': 'Send notifications and ask people',
  'deliveries:read': 'See everyone’s mails and where they went',
  'deliveries:write': 'Send mails again',
  'chat:read': 'Read the team chat',
  'chat:write': 'Write in the team chat',
  'projects:read': 'Read projects',
  'projects:write': 'Change projects',
  'boards:read': 'Read boards and their tasks',
  'boards:write': 'Change boards and their tasks',
  'social:read': 'Read drafts and posts',
  'social:write': 'Write, schedule and publish posts',
  'social-accounts:write': 'Connect and disconnect social accounts',
  'workflows:read': 'See workflows and their runs',
  'workflows:write': 'Write and change workflows',
  'workflows:run': 'Start, pause and end runs of workflows',
}

export function inWords(permission: Permission): string {
  return words[permission]
}
