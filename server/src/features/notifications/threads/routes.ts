import { listOperation } from '../../../http/list-operation.ts'
import { operation } from '../../../http/operation.ts'
import { muteThread } from './mute-thread.ts'
import { getThread, listThreads } from './read-threads.ts'
import {
  Conversation,
  Entry,
  MessageBody,
  Mute,
  Thread,
  ThreadListQuery,
  ThreadParams,
} from './schemas.ts'
import { writeInThread } from './write-in-thread.ts'

const tag = 'Threads'
const path = '/api/v1/threads/{thread_id}'
const params = { thread_id: 'launch-42' }
const at = '2026-11-15T09:30:00.000Z'

const exampleThread = {
  id: 'launch-42',
  title: 'Shall the campaign start on Monday?',
  notifications: 1,
  unread: 0,
  open_questions: 0,
  muted: false,
  created_at: at,
  last_at: at,
}

const exampleMessage = {
  id: '0f9e8d7c-6b5a-4c3d-9e2f-1a0b9c8d7e6f',
  kind: 'message',
  author: { id: 1, name: 'Mia Berg', kind: 'user' },
  title: null,
  text: 'Please wait for the new pictures.',
  category: null,
  question_id: null,
  at,
}

export function threadRoutes() {
  return [
    listOperation({
      id: 'listThreads',
      path: '/api/v1/threads',
      tag,
      summary: 'List your conversations',
      permission: 'notifications:read',
      query: ThreadListQuery,
      entry: Thread,
      example: { entry: exampleThread },
      list: (deps, { actor, query }) => listThreads(deps, actor, query),
    }),
    operation({
      id: 'getThread',
      method: 'GET',
      path,
      tag,
      summary: 'Read a conversation: notifications, answers and messages',
      permission: 'notifications:read',
      params: ThreadParams,
      status: 200,
      reply: Conversation,
      notFound: 'thread_not_found',
      example: { params, reply: { ...exampleThread, entries: [exampleMessage] } },
      handle: (deps, { actor, params }) => getThread(deps, actor, params.thread_id),
    }),
    operation({
      id: 'writeInThread',
      method: 'POST',
      path: `${path}/messages`,
      tag,
      summary: 'Write a message in a conversation',
      permission: 'notifications:write',
      params: ThreadParams,
      body: MessageBody,
      status: 201,
      reply: Entry,
      notFound: 'thread_not_found',
      example: { params, body: { text: exampleMessage.text }, reply: exampleMessage },
      handle: (deps, { actor, params, body }) =>
        writeInThread(deps, actor, params.thread_id, body.text),
    }),
    operation({
      id: 'muteThread',
      method: 'PUT',
      path: `${path}/mute`,
      tag,
      summary: 'Mute a conversation',
      description: 'Its notifications only appear in your list: no email, push or websocket frame.',
      permission: 'notifications:write',
      params: ThreadParams,
      status: 200,
      reply: Mute,
      notFound: 'thread_not_found',
      example: { params, reply: { thread_id: 'launch-42', muted: true } },
      handle: (deps, { actor, params }) => muteThread(deps, actor, params.thread_id, true),
    }),
    operation({
      id: 'unmuteThread',
      method: 'DELETE',
      path: `${path}/mute`,
      tag,
      summary: 'Unmute a conversation',
      permission: 'notifications:write',
      params: ThreadParams,
      status: 200,
      reply: Mute,
      notFound: 'thread_not_found',
      example: { params, reply: { thread_id: 'launch-42', muted: false } },
      handle: (deps, { actor, params }) => muteThread(deps, actor, params.thread_id, false),
    }),
  ]
}
