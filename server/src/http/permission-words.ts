import type { Permission } from './permissions.ts'

/** Every permission in plain words. */
const words: Record<Permission, string> = {
  'workspaces:read': 'View the workspace and its settings',
  'workspaces:write': 'Change the workspace and its engines',
  'teamspaces:read': 'View teamspaces',
  'teamspaces:write': 'Manage teamspaces and their members',
  'members:read': 'View the workspace’s members',
  'members:write': 'Invite and remove people, and change roles',
  'api-keys:read': 'View API keys',
  'api-keys:write': 'Create and revoke API keys',
  'events:read': 'View workspace activity',
  'tasks:read': 'View media tasks',
  'tasks:write': 'Cancel media tasks',
  'tools:write': 'Edit images and generate speech',
  'assets:read': 'View files',
  'assets:write': 'Add and delete files',
  'webhooks:read': 'View webhooks',
  'webhooks:write': 'Manage webhooks and their secrets',
  'voices:read': 'View voices',
  'voices:write': 'Change voices',
  'transcriptions:read': 'Read transcriptions',
  'transcriptions:write': 'Transcribe recordings and correct the text',
  'videos:read': 'View videos',
  'videos:write': 'Create videos',
  'notifications:read': 'Read your notifications and questions',
  'notifications:write': 'Update your notifications and answer questions for you',
  'notifications:send': 'Send notifications and ask questions',
  'deliveries:read': 'View everyone’s emails and deliveries',
  'deliveries:write': 'Resend emails',
  'chat:read': 'Read the team chat',
  'chat:write': 'Write in the team chat',
  'projects:read': 'Read projects',
  'projects:write': 'Change projects',
  'boards:read': 'Read boards and their tasks',
  'boards:write': 'Change boards and their tasks',
  'social:read': 'Read drafts and posts',
  'social:write': 'Write, schedule and publish posts',
  'social-accounts:write': 'Connect and disconnect social accounts',
  'workflows:read': 'View workflows and their runs',
  'workflows:write': 'Create and edit workflows',
  'workflows:run': 'Start, pause and stop workflow runs',
}

export function inWords(permission: Permission): string {
  return words[permission]
}
