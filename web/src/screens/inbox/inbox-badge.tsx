import { useQuery } from '@tanstack/react-query'
import { api } from '../../app/api.ts'
import { Badge } from '../../ui/badge.tsx'

/** The number of unread notifications; renders nothing for zero. */
export function InboxBadge() {
  const { data } = useQuery({
    queryKey: ['notifications', 'count'],
    queryFn: ({ signal }) => api.notifications.count({ signal }),
  })
  const unread = data?.unread ?? 0
  if (unread === 0) return null
  return (
    <Badge tone="accent">
      {unread > 99 ? '99+' : unread}
      <span className="unseen"> unread</span>
    </Badge>
  )
}
