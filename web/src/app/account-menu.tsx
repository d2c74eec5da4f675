import { useMutation } from '@tanstack/react-query'
import {
  BookOpen,
  Check,
  Keyboard,
  LogOut,
  Monitor,
  Moon,
  Rocket,
  Settings,
  Sun,
} from 'lucide-react'
import { Header, MenuSection, Separator } from 'react-aria-components'
import { Menu, MenuAction } from '../ui/menu.tsx'
import { AccountButton } from './account-button.tsx'
import styles from './account-menu.module.css'
import { openWorkspace } from './api.ts'
import type { OpenState } from './late-menu.tsx'
import { requestAction } from './requested-actions.ts'
import { signOut, useMe } from './session.ts'
import { chooseTheme, useTheme } from './theme.ts'

const themes = [
  ['system', 'System', <Monitor key="m" />],
  ['light', 'Light', <Sun key="s" />],
  ['dark', 'Dark', <Moon key="d" />],
] as const

/** The workspace and the person: switch workspace, change colours, sign out. */
export function AccountMenu(openness: OpenState) {
  const theme = useTheme()
  const leave = useMutation({ mutationFn: signOut })
  return (
    <Menu trigger={<AccountButton />} label="Workspace and account" {...openness}>
      <OtherWorkspaces />
      <MenuSection aria-label="Theme">
        <Header className={styles.header}>Theme</Header>
        {themes.map(([id, label, icon]) => (
          <MenuAction
            key={id}
            icon={theme === id ? <Check /> : icon}
            onAction={() => chooseTheme(id)}
          >
            {label}
          </MenuAction>
        ))}
        <Separator className={styles.line} />
      </MenuSection>
      <MenuAction icon={<Settings />} href="/settings">
        Settings
      </MenuAction>
      <MenuAction icon={<Rocket />} href="/start">
        Get started
      </MenuAction>
      <MenuAction icon={<BookOpen />} onAction={() => window.open('/docs', '_blank', 'noopener')}>
        Documentation
      </MenuAction>
      <MenuAction icon={<Keyboard />} onAction={() => requestAction('keys')}>
        Keyboard shortcuts
      </MenuAction>
      <MenuAction icon={<LogOut />} onAction={() => leave.mutate()}>
        Sign out
      </MenuAction>
    </Menu>
  )
}

/** A menu section for people who belong to more than one workspace. */
export function OtherWorkspaces() {
  const { workspaces, workspace_id } = useMe()
  if (workspaces.length < 2) return null
  return (
    <MenuSection aria-label="Workspaces">
      <Header className={styles.header}>Workspaces</Header>
      {workspaces.map((one) => (
        <MenuAction
          key={one.id}
          icon={one.id === workspace_id ? <Check /> : <span className={styles.room} />}
          onAction={() => openWorkspace(one.id)}
        >
          {one.name}
        </MenuAction>
      ))}
      <Separator className={styles.line} />
    </MenuSection>
  )
}
