import { Type } from 'typebox'
import { readForm } from '../../http/body/read-form.ts'
import { listOperation } from '../../http/list-operation.ts'
import { operation } from '../../http/operation.ts'
import { sendPage } from '../../http/pages/pages-for-people.ts'
import { UuidParams } from '../../http/schemas.ts'
import { requireThread } from '../notifications/threads/read-threads.ts'
import { ThreadParams } from '../notifications/threads/schemas.ts'
import { answerQuestion } from './answer/answer-question.ts'
import { delegateQuestion } from './answer/delegate-question.ts'
import { cancelQuestion } from './answer/end-question.ts'
import { answerByLink, showQuestion } from './page/answer-by-link.ts'
import { followAnswers, readAnswers } from './read-answers.ts'
import { getQuestion, listQuestions } from './read-questions.ts'
import {
  AnswerBody,
  AnswerForm,
  Answers,
  AnswersQuery,
  DelegateBody,
  Question,
  type QuestionEnd,
  QuestionListQuery,
} from './schemas.ts'

const tag = 'Questions'
/** A draft of 100 kB in percent-encoding. */
const maxAnswerBytes = 512 * 1024

const examplePerson = {
  user_id: 1,
  name: 'Mia Berg',
  reason: 'asked',
  delegated_by: null,
  delegated_to: null,
  answer: null,
  answered_via: null,
  authentication: null,
  answered_at: null,
  can_answer: true,
}

const exampleQuestion = {
  id: 'c2a7e0b4-1f60-4b8e-9c0a-2d5f8e6b7a90',
  notification_id: '8d0f6a52-7a3e-4a0b-9b53-0c1f5e2d7a11',
  thread_id: 'launch-42',
  user_id: 1,
  asked_by: {
    type: 'agent',
    id: 'key:5b7f2c1e-3a9d-4f0b-8c6e-1d2a3b4c5d6e',
    name: 'Campaign agent',
    on_behalf_of: { type: 'person', id: 1, name: 'Mia Berg' },
  },
  title: 'Shall the campaign start on Monday?',
  message: 'Everything is in place.',
  kind: 'approval',
  options: [],
  fields: null,
  draft: null,
  default_answer: null,
  remind_after_seconds: [],
  escalate: [],
  quorum: null,
  subject: null,
  people: [examplePerson],
  answerable_by: 'session',
  proof: 'any',
  asked_call: null,
  status: 'open',
  answer: null,
  answered_by: null,
  answered_via: null,
  authentication: null,
  expires_at: null,
  created_at: '2026-11-15T09:30:00.000Z',
  ended_at: null,
}

const authentication = { strength: 'session', statement: 'Signed in to the console.' }

const answered = {
  ...exampleQuestion,
  status: 'answered',
  answer: { value: 'approved', comment: 'Good work.' },
  answered_by: { id: 1, name: 'Mia Berg', kind: 'user', type: 'person' },
  answered_via: 'console',
  authentication,
  people: [
    {
      ...examplePerson,
      answer: { value: 'approved', comment: 'Good work.' },
      answered_via: 'console',
      authentication,
      answered_at: '2026-11-15T09:41:00.000Z',
      can_answer: false,
    },
  ],
  ended_at: '2026-11-15T09:41:00.000Z',
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
  ended_at: '2026-11-15T09:30:00.000Z',
}

export function questionRoutes() {
  return [
    listOperation({
      id: 'listQuestions',
      path: '/api/v1/questions',
      tag,
      summary: 'List your questions, newest first',
      permission: 'notifications:read',
      query: QuestionListQuery,
      entry: Question,
      example: { entry: exampleQuestion },
      list: (deps, { actor, query }) => listQuestions(deps, actor, query),
    }),
    operation({
      id: 'getQuestion',
      method: 'GET',
      path: '/api/v1/questions/{id}',
      tag,
      summary: 'Read a question',
      permission: 'notifications:read',
      params: UuidParams,
      status: 200,
      reply: Question,
      etag: true,
      notFound: 'question_not_found',
      example: {
        params: { id: exampleQuestion.id },
        reply: { ...exampleQuestion, body: '**Budget**: 400 €' },
      },
      handle: (deps, { actor, params }) => getQuestion(deps, actor, params.id),
    }),
    operation({
      id: 'answerQuestion',
      onlyPeople: true,
      method: 'POST',
      path: '/api/v1/questions/{id}/answer',
      tag,
      summary: 'Answer a question',
      description:
        'The first answer wins. Later answers get a 409 that says who answered. An agent cannot answer what it asked, and only a person answers an approval, unless the workspace allows more.',
      permission: 'notifications:write',
      params: UuidParams,
      body: AnswerBody,
      status: 200,
      reply: Question,
      notFound: 'question_not_found',
      problems: ['person_required', 'question_answered', 'question_expired', 'question_cancelled'],
      example: {
        params: { id: exampleQuestion.id },
        body: { value: 'approved', comment: 'Good work.' },
        reply: answered,
      },
      handle: (deps, { actor, params, body }) => answerQuestion(deps, actor, params.id, body),
    }),
    operation({
      id: 'delegateQuestion',
      onlyPeople: true,
      method: 'POST',
      path: '/api/v1/questions/{id}/delegate',
      tag,
      summary: 'Pass a question on to another member',
      description:
        'They answer instead of you. You can only delegate a question that you were asked.',
      permission: 'notifications:write',
      params: UuidParams,
      body: DelegateBody,
      status: 200,
      reply: Question,
      notFound: 'question_not_found',
      problems: ['person_required', 'question_answered', 'question_expired', 'question_cancelled'],
      example: {
        params: { id: exampleQuestion.id },
        body: { user_id: 2, comment: 'You know the budget better.' },
        reply: {
          ...exampleQuestion,
          people: [
            { ...examplePerson, delegated_to: 2, can_answer: false },
            { ...examplePerson, user_id: 2, name: 'Jo Park', reason: 'delegated', delegated_by: 1 },
          ],
        },
      },
      handle: (deps, { actor, params, body }) => delegateQuestion(deps, actor, params.id, body),
    }),
    operation({
      id: 'cancelQuestion',
      method: 'POST',
      path: '/api/v1/questions/{id}/cancel',
      tag,
      summary: 'Withdraw a question that you asked',
      permission: 'notifications:send',
      params: UuidParams,
      status: 200,
      reply: Question,
      notFound: 'question_not_found',
      problems: ['question_answered', 'question_expired', 'question_cancelled'],
      example: {
        params: { id: exampleQuestion.id },
        reply: { ...exampleQuestion, status: 'cancelled', ended_at: '2026-11-15T09:41:00.000Z' },
      },
      handle: (deps, { actor, params }) => cancelQuestion(deps, actor, params.id),
    }),
    operation({
      id: 'readAnswers',
      method: 'GET',
      path: '/api/v1/threads/{thread_id}/answers',
      tag: 'Threads',
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
        params: { thread_id: 'launch-42' },
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
    ...answerPages(),
  ]
}

/** The page behind the link in an email. */
function answerPages() {
  const common = {
    path: '/answer/{token}',
    tag: 'Pages for people',
    permission: 'public',
    params: Type.Object({
      token: Type.String({ maxLength: 1000, description: 'The signed token from the email.' }),
    }),
    status: 200,
    reply: Type.String({ contentMediaType: 'text/html' }),
    replyTypes: ['text/html'],
    notFound: 'question_not_found',
    example: { params: { token: 'WzEs…' }, reply: '<!doctype html> …' },
  } as const
  return [
    operation({
      ...common,
      id: 'showAnswerPage',
      method: 'GET',
      summary: 'Show the answer page; opening it changes nothing',
      query: Type.Object({
        value: Type.Optional(
          Type.String({ maxLength: 200, description: 'The preselected answer.' }),
        ),
      }),
      exchange: async (deps, { params, query }, { reply }) => {
        const { token } = params as { token: string }
        return sendPage(reply, await showQuestion(deps, token, (query as { value?: string }).value))
      },
    }),
    operation({
      ...common,
      id: 'answerByLink',
      onlyPeople: true,
      method: 'POST',
      summary: 'Submit the form of the answer page',
      problems: ['body_too_large'],
      takes: { 'application/x-www-form-urlencoded': { schema: AnswerForm } },
      exchange: async (deps, { params, requestId }, { request, reply }) => {
        const { token } = params as { token: string }
        const form = await readForm(request.body, maxAnswerBytes)
        return sendPage(reply, await answerByLink(deps, token, form, requestId))
      },
    }),
  ]
}

async function* toServerSentEvents(endings: AsyncIterable<QuestionEnd>) {
  for await (const ending of endings) {
    yield { id: String(ending.seq), event: `question.${ending.status}`, data: ending }
  }
}
