import { useChats } from '../../../test/chat-servers.ts'
import { createSafeFetch } from '../../platform/safe-fetch/safe-fetch.ts'
import type { ChatKind, ChatPost } from './chat-post.ts'
import { sendToChat } from './send-chat.ts'

export const log = { warn: () => {} }
export const safeFetch = createSafeFetch({ allowCidrs: ['127.0.0.1/32'], log })
export const action = { label: 'Open the report', url: 'https://atelier.example/reports/7?a=1&b=2' }

export function message(changes: Partial<ChatPost> = {}): ChatPost {
  return {
    channel: 'agent-alerts',
    title: 'The newsletter was not sent',
    text: 'The provider refuses the **sender**.',
    action,
    author: 'Scout',
    workspaceId: 1,
    workspaceName: 'Northwind',
    createdAt: new Date('2026-11-15T09:30:00Z'),
    ...changes,
  }
}

/** Chat servers, and how to send messages to them. */
export function useChatPosts() {
  const chats = useChats()

  function send(kind: ChatKind, changes: Partial<ChatPost> = {}): Promise<void> {
    const url = `${chats[kind].url}/services/T000/B000/canary-secret`
    return sendToChat(safeFetch, { kind, url }, message(changes))
  }

  // biome-ignore lint/suspicious/noExplicitAny: tests look into what was sent
  async function sendAndRead(kind: ChatKind, changes: Partial<ChatPost> = {}): Promise<any> {
    await send(kind, changes)
    return chats[kind].received.at(-1)
  }

  return { chats, send, sendAndRead }
}
