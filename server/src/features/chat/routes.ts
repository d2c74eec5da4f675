import { operation } from '../../http/operation.ts'
import { listOf } from '../../http/pagination.ts'
import { postMessage } from './post-message.ts'
import { listChannels, listMessages } from './read-chat.ts'
import {
  Channel,
  ChannelParams,
  ChatMessage,
  MessagePage,
  MessagesQuery,
  PostMessageBody,
} from './schemas.ts'

const tag = 'Team chat'
const messages = '/api/v1/chat/channels/{channel}/messages'
const inAlerts = { channel: 'agent-alerts' }

const exampleMessage = {
  id: '9b2f4c1e-7a55-4d0b-9f3a-2f0d8c6b1e47',
  channel: 'agent-alerts',
  author: { id: 1, name: 'Scout', kind: 'agent' },
  title: 'The newsletter was not sent',
  text: 'The mail provider refuses the **sender address**.',
  link: null,
  cta_label: null,
  notification_id: null,
  extra: {},
  created_at: '2026-11-15T09:30:00.000Z',
}

export function chatRoutes() {
  return [
    operation({
      id: 'listChannels',
      method: 'GET',
      path: '/api/v1/chat/channels',
      tag,
      summary: 'List channels',
      description: 'Every workspace has `agent-alerts`.',
      permission: 'chat:read',
      status: 200,
      reply: listOf(Channel),
      example: {
        reply: {
          count: 1,
          results: [
            {
              name: 'agent-alerts',
              description: 'Errors of agents.',
              messages_count: 1,
              last_message_at: '2026-11-15T09:30:00.000Z',
            },
          ],
        },
      },
      handle: async (deps, { actor }) => {
        const results = await listChannels(deps, actor)
        return { count: results.length, results }
      },
    }),
    operation({
      id: 'listMessages',
      method: 'GET',
      path: messages,
      tag,
      summary: 'List the messages of a channel',
      description:
        'Newest first. For older messages, send `next_before` as `before`. Pages neither skip nor repeat messages while new ones are added.',
      permission: 'chat:read',
      params: ChannelParams,
      query: MessagesQuery,
      status: 200,
      reply: MessagePage,
      notFound: 'channel_not_found',
      example: {
        params: inAlerts,
        query: { limit: 20 },
        reply: { next_before: null, results: [exampleMessage] },
      },
      handle: (deps, { actor, params, query }) => listMessages(deps, actor, params.channel, query),
    }),
    operation({
      id: 'postMessage',
      method: 'POST',
      path: messages,
      tag,
      summary: 'Post a message to a channel',
      description:
        'For people and agents. The server also forwards the message to the channel’s webhooks within seconds, and retries for about eight hours.',
      permission: 'chat:write',
      params: ChannelParams,
      body: PostMessageBody,
      status: 201,
      reply: ChatMessage,
      notFound: 'channel_not_found',
      example: {
        params: inAlerts,
        body: { title: exampleMessage.title, text: exampleMessage.text },
        reply: exampleMessage,
      },
      handle: (deps, { actor, params, body }) => postMessage(deps, actor, params.channel, body),
    }),
  ]
}
