import type { Thread } from '@atelier/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Bell, BellOff } from 'lucide-react'
import { api } from '../../../app/api.ts'
import { useMay } from '../../../app/session.ts'
import { Button } from '../../../ui/button.tsx'
import { say } from '../../../ui/toasts.tsx'
import { threadQuery } from '../queries.ts'

/** Notifications of a muted thread appear only in the list, without email or push. */
export function MuteButton({ threadId }: { threadId: string }) {
  const queryClient = useQueryClient()
  const mayWrite = useMay('notifications:write')
  const { data: thread } = useQuery(threadQuery(threadId))
  const toggle = useMutation({
    scope: { id: `muting of ${threadId}` },
    mutationFn: (muted: boolean) =>
      muted ? api.threads.mute(threadId) : api.threads.unmute(threadId),
    onMutate: (muted) =>
      queryClient.setQueryData<Thread>(
        ['threads', threadId],
        (before) => before && { ...before, muted },
      ),
    onSuccess: ({ muted }) =>
      say(muted ? 'Thread muted. New notifications only appear in the list.' : 'Thread unmuted'),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['threads'] }),
  })
  if (!thread || !mayWrite) return null
  return (
    <Button kind="quiet" size="small" onPress={() => toggle.mutate(!thread.muted)}>
      {thread.muted ? <BellOff /> : <Bell />}
      {thread.muted ? 'Muted' : 'Mute'}
    </Button>
  )
}
