import { listOperation } from '../../../http/list-operation.ts'
import { operation } from '../../../http/operation.ts'
import { followAnswers, readAnswers } from '../questions/read-answers.ts'
import { Answers, AnswersQuery, type QuestionEnd } from '../questions/schemas.ts'
import { muteThread, unmuteThread } from './mute-thread.ts'
import { getThread, listThreads, requireThread } from './read-threads.ts'
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

const exampleEnding = {
  seq: 7,
  question_id: 'c2a7e0b4-1f60-4b8e-9c0a-2d5f8e6b7a90',
  notification_id: '8d0f6a52-7a3e-4a0b-9b53-0c1f5e2d7a11',
  thread_id: 'launch-42',
  kind: 'approval',
  status: 'answered',
  answer: { value: 'approved', comment: null },
  answered_by: { id: 1, name: 'Mia Berg', kind: 'user', type: 'person' },
  authentication: { strength: 'session', statement: 'Signed in to the console.' },
  answered_via: 'mail',
  ended_at: at,
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
      id: 'readAnswers',
      method: 'GET',
      path: `${path}/answers`,
      tag,
      summary: 'Get the answers to the questions of a thread',
      description:
        'Returns immediately, or with `wait` as soon as there is an answer (long poll). With `Accept: text/event-stream` answers arrive as server-sent events, which `Last-Event-ID` resumes. Also returns questions that expired or were withdrawn.',
      permission: 'any credential',
      params: ThreadParams,
      query: AnswersQuery,
      status: 200,
      reply: Answers,
      notFound: 'thread_not_found',
      example: {
        params,
        query: { after: 0, wait: 30 },
        reply: { results: [exampleEnding], open_questions: 0, last_seq: 7 },
      },
      handle: async (deps, { actor, params, query, leaving }) => {
        const sql = deps.db.workspace(actor.workspaceId)
        const { id } = await requireThread(sql, actor, params.thread_id)
        return readAnswers(deps, actor, id, query, leaving())
      },
      events: async (deps, { actor, params, query, lastEventId }, signal) => {
        const sql = deps.db.workspace(actor.workspaceId)
        const { id } = await requireThread(sql, actor, params.thread_id)
        const after = lastEventId !== undefined ? Number(lastEventId) || 0 : query.after
        return toServerSentEvents(followAnswers(deps, actor, id, after, signal))
      },
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
      handle: (deps, { actor, params }) => muteThread(deps, actor, params.thread_id),
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
      handle: (deps, { actor, params }) => unmuteThread(deps, actor, params.thread_id),
    }),
  ]
}

async function* toServerSentEvents(endings: AsyncIterable<QuestionEnd>) {
  for await (const ending of endings) {
    yield { id: String(ending.seq), event: `question.${ending.status}`, data: ending }
  }
}
