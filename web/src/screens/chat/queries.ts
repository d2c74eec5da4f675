import type { Message } from '@atelier/sdk'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import { api } from '../../app/api.ts'
import { writeMessage } from '../../app/query-client.ts'
import { useMe } from '../../app/session.ts'
import { complain } from '../../ui/toasts.tsx'
import { type LoadedMessages, withNewest, withOlder } from './messages.ts'

const pageSize = 50

export const channelsQuery = queryOptions({
  queryKey: ['chat', 'channels'],
  queryFn: ({ signal }) => api.chat.listChannels({ signal }),
})

const buildKey = (channel: string) => ['chat', 'messages', channel]

/** The messages of a channel. A new message refetches only the newest page. */
export function useMessages(channel: string) {
  const queryClient = useQueryClient()
  const query = useQuery({
    queryKey: buildKey(channel),
    queryFn: async ({ signal }) => {
      const page = await api.chat.listMessages(channel, { limit: pageSize }, { signal })
      return withNewest(queryClient.getQueryData<LoadedMessages>(buildKey(channel)), page)
    },
  })
  const isReading = useRef(false)
  const readOlder = useCallback(async () => {
    const before = queryClient.getQueryData<LoadedMessages>(buildKey(channel))?.before
    if (!before || isReading.current) return
    isReading.current = true
    try {
      const page = await api.chat.listMessages(channel, { limit: pageSize, before })
      queryClient.setQueryData<LoadedMessages>(buildKey(channel), (known) =>
        known?.before === before ? withOlder(known, page) : known,
      )
    } catch (error) {
      complain(writeMessage(error))
    } finally {
      isReading.current = false
    }
  }, [queryClient, channel])
  return { ...query, readOlder }
}

/** Posts a message optimistically, and removes it if the request fails. */
export function usePost(channel: string) {
  const queryClient = useQueryClient()
  const { user } = useMe()
  const key = buildKey(channel)
  return useMutation({
    scope: { id: `messages in ${channel}` },
    mutationFn: (text: string) => api.chat.postMessage(channel, { text }),
    onMutate: async (text) => {
      await queryClient.cancelQueries({ queryKey: key })
      const name = `${user.first_name} ${user.last_name}`.trim() || user.email
      const message: Message = {
        id: `sending ${Date.now()}`,
        channel,
        author: { id: user.id, name, kind: 'user' },
        title: null,
        text,
        link: null,
        cta_label: null,
        notification_id: null,
        extra: {},
        created_at: new Date().toISOString(),
      }
      queryClient.setQueryData<LoadedMessages>(
        key,
        (known) => known && { ...known, messages: [...known.messages, message] },
      )
      return message.id
    },
    onError: (_error, _text, id) =>
      queryClient.setQueryData<LoadedMessages>(
        key,
        (known) => known && { ...known, messages: known.messages.filter((one) => one.id !== id) },
      ),
    // Not awaited: after a failure, the person gets the text back at once.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['chat'] }),
  })
}
