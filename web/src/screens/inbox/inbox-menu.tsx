import { useMutation, useQueryClient } from '@tanstack/react-query'
import { BellRing, CheckCheck, Keyboard } from 'lucide-react'
import { api } from '../../app/api.ts'
import { requestAction } from '../../app/requested-actions.ts'
import { useMay } from '../../app/session.ts'
import { Menu, MenuAction } from '../../ui/menu.tsx'
import { say } from '../../ui/toasts.tsx'

export function InboxMenu() {
  const mayWrite = useMay('notifications:write')
  const queryClient = useQueryClient()
  const readAll = useMutation({
    // Excludes notifications that arrive during the request, because nobody has seen them.
    mutationFn: (before: string) => api.notifications.markMany({ action: 'read', before }),
    onSuccess: async ({ changed }) => {
      say(changed === 1 ? 'One marked as read' : `${changed} marked as read`)
      await queryClient.invalidateQueries({ queryKey: ['notifications'] })
    },
  })
  return (
    <Menu label="Inbox actions">
      {mayWrite && (
        <MenuAction icon={<CheckCheck />} onAction={() => readAll.mutate(new Date().toISOString())}>
          Mark all as read
        </MenuAction>
      )}
      <MenuAction icon={<BellRing />} href="/settings/notifications">
        Notification settings
      </MenuAction>
      <MenuAction icon={<Keyboard />} onAction={() => requestAction('keys')}>
        Keyboard shortcuts
      </MenuAction>
    </Menu>
  )
}
