import { beforeEach, expect } from 'vitest'
import { useChats } from '../../../test/chat-servers.ts'
import { expectStatus, useService, useTenant } from '../../../test/harness.ts'
import type { ChatKind } from '../../channels/chat/chat-post.ts'
import type { Event } from '../events/schemas.ts'
import { operator } from '../workspaces/operator.ts'
import { type NewChatMessage, postToChat } from './post-to-chat.ts'

export const channel = '/api/v1/chat/channels/agent-alerts/messages'
export const hooks = '/api/v1/chat/webhooks'
export const missing = '00000000-0000-4000-8000-000000000000'

/** A service with chat servers, and a new person for each test. */
export function useChat() {
  const service = useService()
  const chats = useChats()
  const mia = useTenant(service, beforeEach)

  const call = (method: string, path: string, body?: unknown, tenant = mia, headers = {}) =>
    service.call(method, path, { key: tenant.key, headers, body })

  const webhookUrl = (kind: ChatKind) => `${chats[kind].url}/services/T000/B000/canarySecret`

  async function createWebhook(kind: ChatKind = 'slack', changes: object = {}) {
    const webhook = { channel: 'agent-alerts', kind, name: 'Marketing', url: webhookUrl(kind) }
    const made = await expectStatus(201, call('POST', hooks, { ...webhook, ...changes }))
    return made as { id: string; url_hint: string }
  }

  /** Posts a notification to the channel, as the notify operation does. */
  async function postMessage(changes: Partial<NewChatMessage> = {}, tenant = mia) {
    const actor = await operator(service.deps, { workspace: tenant.slug, user: tenant.email })
    return service.deps.db.transaction(tenant.workspaceId, (tx) =>
      postToChat(service.deps, tx, actor, {
        channel: 'agent-alerts',
        notificationId: null,
        title: 'The newsletter was not sent',
        text: 'The provider refuses the **sender**.',
        link: '/threads/7',
        ctaLabel: null,
        extra: {},
        author: 'Scout',
        ...changes,
      }),
    )
  }

  /** Events are numbered after the commit, so this polls for them. */
  async function waitForEvents(type: string, count: number) {
    const read = async () => (await call('GET', '/api/v1/events?limit=1000')).body.results
    const ofType = (events: Event[]) => events.filter((event) => event.type === type)
    await expect.poll(async () => ofType(await read()).length).toBe(count)
    return ofType(await read())
  }

  return { service, chats, mia, call, webhookUrl, createWebhook, postMessage, waitForEvents }
}
