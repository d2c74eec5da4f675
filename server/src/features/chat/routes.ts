import { resource } from '../../http/resource.ts'
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

const channels = resource({
  tag: 'Team chat',
  path: '/api/v1/chat/channels',
  read: 'chat:read',
  write: 'chat:write',
  params: ChannelParams,
  notFound: 'channel_not_found',
  record: Channel,
  example: { params: { channel: 'agent-alerts' } },
})

export function chatRoutes() {
  return [
    channels.listAll('', {
      id: 'listChannels',
      summary: 'List channels',
      description: 'Every workspace has `agent-alerts`.',
      example: {
        entry: {
          name: 'agent-alerts',
          description: 'Errors of agents.',
          messages_count: 1,
          last_message_at: '2026-11-15T09:30:00.000Z',
        },
      },
      list: (deps, { actor }) => listChannels(deps, actor),
    }),
    channels.get('/{channel}/messages', {
      id: 'listMessages',
      summary: 'List the messages of a channel',
      description:
        'Newest first. For older messages, send `next_before` as `before`. Pages neither skip nor repeat messages while new ones are added.',
      query: MessagesQuery,
      reply: MessagePage,
      example: {
        query: { limit: 20 },
        reply: { next_before: null, results: [exampleMessage] },
      },
      handle: (deps, { actor, params, query }) => listMessages(deps, actor, params.channel, query),
    }),
    channels.create('/{channel}/messages', {
      id: 'postMessage',
      summary: 'Post a message to a channel',
      description:
        'For people and agents. The server also forwards the message to the channel’s webhooks within seconds, and retries for about eight hours.',
      body: PostMessageBody,
      reply: ChatMessage,
      example: {
        body: { title: exampleMessage.title, text: exampleMessage.text },
        reply: exampleMessage,
      },
      handle: (deps, { actor, params, body }) => postMessage(deps, actor, params.channel, body),
    }),
  ]
}
