import type { Thread } from '@atelier/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../app/api.ts'
import { useMe } from '../../../app/session.ts'
import { MessageBox } from '../../../ui/message-box.tsx'

/** Writes to the thread, where the agent reads it. */
export function Composer({ threadId }: { threadId: string }) {
  const queryClient = useQueryClient()
  const { user } = useMe()
  const key = ['threads', threadId]
  const write = useMutation({
    scope: { id: `messages in ${threadId}` },
    mutationFn: (text: string) => api.threads.write(threadId, { text }),
    onMutate: (text) => {
      const before = queryClient.getQueryData<Thread>(key)
      const name = `${user.first_name} ${user.last_name}`.trim() || user.email
      const entry: Thread['entries'][number] = {
        id: `sending ${Date.now()}`,
        kind: 'message',
        author: { id: user.id, name, kind: 'user' },
        title: null,
        text,
        category: null,
        question_id: null,
        at: new Date().toISOString(),
      }
      queryClient.setQueryData<Thread>(
        key,
        (thread) => thread && { ...thread, entries: [...thread.entries, entry] },
      )
      return before
    },
    onError: (_error, _text, before) => queryClient.setQueryData(key, before),
    onSettled: () => queryClient.invalidateQueries({ queryKey: key }),
  })
  return (
    <MessageBox
      label="Write in this conversation"
      placeholder="Write a message …"
      onSend={write.mutateAsync}
    />
  )
}
