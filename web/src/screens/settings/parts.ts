import { type ComponentType, lazy } from 'react'

interface Part {
  id: string
  title: string
  permission?: string
  Content: ComponentType
}

/** The settings sections, in the order of the list. */
export const parts: Part[] = [
  {
    id: 'profile',
    title: 'You',
    Content: lazy(async () => ({ default: (await import('./profile.tsx')).Profile })),
  },
  {
    id: 'sessions',
    title: 'Sessions',
    Content: lazy(async () => ({ default: (await import('./sessions.tsx')).SessionsPart })),
  },
  {
    id: 'notifications',
    title: 'Notifications',
    permission: 'notifications:read',
    Content: lazy(async () => ({
      default: (await import('./notifications/notification-settings.tsx')).NotificationSettings,
    })),
  },
  {
    id: 'workspace',
    title: 'Workspace',
    permission: 'workspaces:read',
    Content: lazy(async () => ({ default: (await import('./workspace.tsx')).WorkspacePart })),
  },
  {
    id: 'usage',
    title: 'Usage',
    permission: 'workspaces:read',
    Content: lazy(async () => ({ default: (await import('./usage.tsx')).UsagePart })),
  },
  {
    id: 'members',
    title: 'Members',
    permission: 'members:read',
    Content: lazy(async () => ({ default: (await import('./members.tsx')).Members })),
  },
  {
    id: 'teamspaces',
    title: 'Teamspaces',
    permission: 'teamspaces:read',
    Content: lazy(async () => ({ default: (await import('./teamspaces.tsx')).Teamspaces })),
  },
  {
    id: 'keys',
    title: 'API keys',
    permission: 'api-keys:read',
    Content: lazy(async () => ({ default: (await import('./api-keys.tsx')).ApiKeys })),
  },
  {
    id: 'channels',
    title: 'Channels',
    permission: 'notifications:read',
    Content: lazy(async () => ({ default: (await import('./channels.tsx')).Channels })),
  },
  {
    id: 'chat-apps',
    title: 'Chat apps',
    permission: 'notifications:read',
    Content: lazy(async () => ({ default: (await import('./chat-apps/chat-apps.tsx')).ChatApps })),
  },
  {
    id: 'webhooks',
    title: 'Webhooks',
    permission: 'webhooks:read',
    Content: lazy(async () => ({ default: (await import('./webhooks.tsx')).Webhooks })),
  },
  {
    id: 'engines',
    title: 'Engines',
    permission: 'workspaces:read',
    Content: lazy(async () => ({ default: (await import('./engines.tsx')).Engines })),
  },
]
