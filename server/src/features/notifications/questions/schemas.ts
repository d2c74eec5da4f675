import { type Static, Type } from 'typebox'
import { PageQuery } from '../../../http/pages.ts'
import { Nullable, named, Time, TimeText } from '../../../http/schemas.ts'

export const QuestionBody = Type.Object(
  {
    kind: Type.Enum(['text', 'choice', 'approval']),
    options: Type.Optional(
      Type.Array(
        Type.Union([
          Type.String({ minLength: 1, maxLength: 200 }),
          Type.Object({
            value: Type.String({ minLength: 1, maxLength: 200 }),
            label: Type.String({ minLength: 1, maxLength: 200 }),
          }),
        ]),
        { minItems: 2, maxItems: 20, description: 'The options of a choice.' },
      ),
    ),
    expires_at: Type.Optional(Nullable(TimeText)),
    answerable_by: Type.Enum(['user', 'anyone'], {
      default: 'user',
      description:
        '`user`: the person asked, and administrators. `anyone`: every member too, but not guests.',
    }),
    webhook_url: Type.Optional(
      Type.String({ maxLength: 2000, description: 'Receives the answer as a signed request.' }),
    ),
  },
  { description: 'Only with `agentNeedsInput`.' },
)

export type QuestionBody = Static<typeof QuestionBody>

const Person = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  kind: Type.String({ description: 'user or agent' }),
})

export const AnswerGiven = named(
  'QuestionAnswer',
  Type.Object({
    value: Type.String({
      description: 'The text, the value of the option, `approved` or `rejected`.',
    }),
    comment: Nullable(Type.String()),
  }),
)

export type AnswerGiven = Static<typeof AnswerGiven>

export const Question = named(
  'Question',
  Type.Object({
    id: Type.String({ format: 'uuid' }),
    notification_id: Type.String({ format: 'uuid' }),
    thread_id: Type.String(),
    user_id: Type.Integer({ description: 'The person asked.' }),
    title: Type.String(),
    message: Type.String(),
    body: Type.Optional(
      Nullable(
        Type.String({
          description: 'Markdown. Only when you read a single question; lists omit it.',
        }),
      ),
    ),
    kind: Type.Enum(['text', 'choice', 'approval']),
    options: Type.Array(Type.Object({ value: Type.String(), label: Type.String() })),
    answerable_by: Type.Enum(['user', 'anyone']),
    status: Type.Enum(['open', 'answered', 'expired', 'cancelled']),
    answer: Nullable(AnswerGiven),
    answered_by: Nullable(Person),
    answered_via: Nullable(Type.String({ description: 'api, console, mail or mcp' })),
    expires_at: Nullable(Time),
    created_at: Time,
    ended_at: Nullable(Time),
  }),
)

export type Question = Static<typeof Question>

export const AnswerBody = Type.Object({
  value: Type.String({
    minLength: 1,
    maxLength: 10_000,
    pattern: '\\S',
    description:
      'The text; the value of an option for a choice; `approved` or `rejected` for an approval.',
  }),
  comment: Type.Optional(Type.String({ maxLength: 10_000 })),
})

export type AnswerBody = Static<typeof AnswerBody>

export const QuestionListQuery = Type.Interface([PageQuery], {
  status: Type.Optional(
    Type.Enum(['open', 'answered', 'expired', 'cancelled'], {
      description: 'Only questions with this status.',
    }),
  ),
  thread_id: Type.Optional(
    Type.String({ maxLength: 200, description: 'Only questions of this thread.' }),
  ),
})

export type QuestionListQuery = Static<typeof QuestionListQuery>

/** The outcome of a question, for the agent that asked it. */
export const Ending = Type.Object({
  seq: Type.Integer({ description: 'Send the last one as `after` to continue.' }),
  question_id: Type.String({ format: 'uuid' }),
  notification_id: Type.String({ format: 'uuid' }),
  thread_id: Type.String(),
  kind: Type.Enum(['text', 'choice', 'approval']),
  status: Type.Enum(['answered', 'expired', 'cancelled']),
  answer: Nullable(AnswerGiven),
  answered_by: Nullable(Person),
  answered_via: Nullable(Type.String()),
  ended_at: Time,
})

export type Ending = Static<typeof Ending>

export const AnswersQuery = Type.Object({
  after: Type.Integer({
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    default: 0,
    description: 'Only questions that ended after this `seq`.',
  }),
  wait: Type.Integer({
    minimum: 0,
    maximum: 60,
    default: 0,
    description: 'Wait up to this many seconds for the next answer.',
  }),
})

export const Answers = named(
  'ReadAnswersReply',
  Type.Object({
    results: Type.Array(Ending),
    open_questions: Type.Integer({
      description: 'Number of questions in the thread that still wait for an answer.',
    }),
    last_seq: Type.Integer(),
  }),
)
