import type { AnyRoute } from '@tanstack/react-router'
import {
  AudioLines,
  CalendarDays,
  FolderKanban,
  Image,
  Images,
  Inbox,
  KanbanSquare,
  type LucideIcon,
  MessagesSquare,
  Settings,
  Workflow,
} from 'lucide-react'
import type { ComponentType } from 'react'
import { assetsRoutes } from '../screens/assets/routes.ts'
import { boardsRoutes } from '../screens/boards/routes.ts'
import { chatRoutes } from '../screens/chat/routes.ts'
import { InboxBadge } from '../screens/inbox/inbox-badge.tsx'
import { inboxRoutes } from '../screens/inbox/routes.ts'
import { projectsRoutes } from '../screens/projects/routes.ts'
import { settingsRoutes } from '../screens/settings/routes.ts'
import { socialRoutes } from '../screens/social/routes.ts'
import { speechRoutes } from '../screens/speech/routes.ts'
import { studioRoutes } from '../screens/studio/routes.ts'
import { workflowsRoutes } from '../screens/workflows/routes.ts'
import { useMe } from './session.ts'

/** What the shell knows about a screen. Each screen defines its routes in its own folder. */
export interface Screen {
  title: string
  /** The first segment of its paths. */
  path: string
  /** Opens the screen after `g`. */
  goKey: string
  icon: LucideIcon
  /** The screen is hidden from people without it. */
  permission?: string
  /** A phone has space for four. */
  isOnPhoneBar?: boolean
  /** Next to its name, such as an unread count. */
  Badge?: ComponentType
  routes: (parent: AnyRoute) => AnyRoute[]
}

/** All screens, in sidebar order. */
export const screens: Screen[] = [
  {
    title: 'Inbox',
    path: 'inbox',
    goKey: 'i',
    icon: Inbox,
    permission: 'notifications:read',
    isOnPhoneBar: true,
    Badge: InboxBadge,
    routes: inboxRoutes,
  },
  {
    title: 'Boards',
    path: 'boards',
    goKey: 'b',
    icon: KanbanSquare,
    permission: 'boards:read',
    isOnPhoneBar: true,
    routes: boardsRoutes,
  },
  {
    title: 'Projects',
    path: 'projects',
    goKey: 'p',
    icon: FolderKanban,
    permission: 'projects:read',
    routes: projectsRoutes,
  },
  {
    title: 'Studio',
    path: 'studio',
    goKey: 's',
    icon: Image,
    permission: 'assets:read',
    isOnPhoneBar: true,
    routes: studioRoutes,
  },
  {
    title: 'Assets',
    path: 'assets',
    goKey: 'a',
    icon: Images,
    permission: 'assets:read',
    routes: assetsRoutes,
  },
  {
    title: 'Speech',
    path: 'speech',
    goKey: 'v',
    icon: AudioLines,
    permission: 'assets:read',
    routes: speechRoutes,
  },
  {
    title: 'Social',
    path: 'social',
    goKey: 'o',
    icon: CalendarDays,
    permission: 'social:read',
    routes: socialRoutes,
  },
  {
    title: 'Workflows',
    path: 'workflows',
    goKey: 'w',
    icon: Workflow,
    permission: 'workflows:read',
    isOnPhoneBar: true,
    routes: workflowsRoutes,
  },
  {
    title: 'Chat',
    path: 'chat',
    goKey: 'c',
    icon: MessagesSquare,
    permission: 'chat:read',
    routes: chatRoutes,
  },
  {
    title: 'Settings',
    path: 'settings',
    goKey: ',',
    icon: Settings,
    routes: settingsRoutes,
  },
]

/** The screens that the person may open. */
export function useScreens(): Screen[] {
  const { permissions } = useMe()
  return screens.filter(({ permission }) => !permission || permissions.includes(permission))
}
