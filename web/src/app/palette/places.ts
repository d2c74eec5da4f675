import type { Me } from '@atelier/sdk'
import {
  ArrowLeftRight,
  BookOpen,
  Image,
  Keyboard,
  LogOut,
  Monitor,
  Moon,
  Plus,
  Settings,
  Sun,
  UserCheck,
  UserPlus,
} from 'lucide-react'
import { parts as settings } from '../../screens/settings/parts.ts'
import { api, openWorkspace } from '../api.ts'
import { requestAction } from '../requested-actions.ts'
import type { Screen } from '../screens.ts'
import { signOut } from '../session.ts'
import { chooseTheme, type Theme } from '../theme.ts'
import type { FoundGroup, PaletteResult } from './palette-result.ts'

interface PaletteContext {
  me: Me
  screens: Screen[]
  theme: Theme
  /** The open board, if any. */
  board: string | undefined
  go: (path: string) => void
}

/** Entries that need no request: screens, settings sections and actions. */
export function listPlaces(here: PaletteContext): FoundGroup[] {
  const { me, screens } = here
  const permissions = new Set(me.permissions)
  const allowed = settings.filter(({ permission }) => !permission || permissions.has(permission))
  return [
    {
      name: 'Screens',
      items: screens.map(({ title, path, icon }) => ({
        key: `/${path}`,
        title,
        icon,
        leads: `/${path}`,
      })),
    },
    { name: 'Actions', items: actions(here, permissions) },
    {
      name: 'Settings',
      items: allowed.map(({ id, title }) => ({
        key: `/settings/${id}`,
        title,
        note: 'Settings',
        icon: Settings,
        leads: `/settings/${id}`,
      })),
    },
  ]
}

function actions(
  { me, theme, board, go }: PaletteContext,
  permissions: Set<string>,
): PaletteResult[] {
  const found: PaletteResult[] = []
  const add = (title: string, icon: PaletteResult['icon'], leads: () => void) =>
    found.push({ key: title, title, icon, leads })
  if (permissions.has('boards:read')) add('My tasks', UserCheck, () => go('/tasks'))
  if (permissions.has('boards:write')) {
    add('New task', Plus, () => void newTask(board, go))
    add('New board', Plus, () => {
      requestAction('new board')
      go('/boards')
    })
  }
  if (permissions.has('social:write')) add('Write a post', Plus, () => go('/social?compose=new'))
  if (permissions.has('tools:write')) add('Remove a background', Image, () => go('/studio'))
  if (permissions.has('members:write')) {
    add('Invite someone', UserPlus, () => {
      requestAction('invitation')
      go('/settings/members')
    })
  }
  if (theme !== 'dark') add('Switch to dark theme', Moon, () => chooseTheme('dark'))
  if (theme !== 'light') add('Switch to light theme', Sun, () => chooseTheme('light'))
  if (theme !== 'system') {
    add('Switch to system theme', Monitor, () => chooseTheme('system'))
  }
  for (const { id, name } of me.workspaces) {
    if (id === me.workspace_id) continue
    add(`Switch to workspace ${name}`, ArrowLeftRight, () => openWorkspace(id))
  }
  add('Documentation', BookOpen, () => void window.open('/docs', '_blank', 'noopener'))
  add('Keyboard shortcuts', Keyboard, () => requestAction('keys'))
  add('Sign out', LogOut, () => void signOut())
  return found
}

/** Adds a task to the open board, or else to the first. If there is no board, creates one. */
async function newTask(open: string | undefined, go: PaletteContext['go']): Promise<void> {
  const board = open ?? (await api.boards.list({ page_size: 1 })).results[0]?.slug
  requestAction(board === undefined ? 'new board' : 'new task')
  go(board === undefined ? '/boards' : `/boards/${board}`)
}
