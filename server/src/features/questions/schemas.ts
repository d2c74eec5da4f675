import { type Static, Type } from 'typebox'
import { PageQuery } from '../../http/pagination.ts'
import { Nullable, named, Time } from '../../http/schemas.ts'
import {
  AnswerValueBody,
  AnswerValueShown,
  answerers,
  proofs,
  questionKinds,
} from './question-body.ts'

const actorTypes = ['person', 'agent', 'workflow', 'system'] as const

const Party = Type.Object({
  type: Type.Enum([...actorTypes]),
  id: Type.Union([Type.Integer(), Type.String()]),
  name: Type.String(),
})

export const AskedBy = named(
  'QuestionAsker',
  Type.Interface([Party], {
    on_behalf_of: Type.Optional(
      Type.Interface(
        [Party],
        { on_behalf_of: Type.Optional(Party) },
        {
          description: 'The owner of the agent, or who started the workflow.',
        },
      ),
    ),
  }),
)

export const Answerer = Type.Object({
  id: Type.Integer({ description: 'The user who answered, or for whom the agent acted.' }),
  name: Type.String(),
  kind: Type.String({ description: 'user or agent' }),
  type: Type.Optional(Type.Enum([...actorTypes])),
  on_behalf_of: Type.Optional(Party),
})

export type Answerer = Static<typeof Answerer> & { agent_id?: string }

export const Authentication = named(
  'AnswerAuthentication',
  Type.Object({
    strength: Type.Enum(['credential', 'channel', 'session'], {
      description:
        '`session`: the person, signed in. `channel`: their mailbox or chat account. `credential`: a key or program that acts for them.',
    }),
    statement: Type.String({ description: 'What proved who answered, in words.' }),
  }),
)

export type Authentication = Static<typeof Authentication>

export const AnswerGiven = named(
  'QuestionAnswer',
  Type.Object({
    value: AnswerValueShown,
    comment: Nullable(Type.String()),
    is_default: Type.Optional(
      Type.Boolean({ description: 'True if nobody answered and the default answer was used.' }),
    ),
  }),
)

export type AnswerGiven = Static<typeof AnswerGiven>

const Subject = named(
  'QuestionSubject',
  Type.Object({ kind: Type.String(), id: Type.String(), sha256: Type.String() }),
)

export type Subject = Static<typeof Subject>

const QuorumState = named(
  'QuestionQuorum',
  Type.Object({
    needed: Type.Integer(),
    rule: Type.Enum(['approve_all', 'first_rejection_ends']),
    approved: Type.Integer(),
    rejected: Type.Integer(),
  }),
)

const Respondent = named(
  'QuestionRespondent',
  Type.Object({
    user_id: Type.Integer(),
    name: Type.String(),
    reason: Type.Enum(['asked', 'quorum', 'escalated', 'delegated']),
    delegated_by: Nullable(Type.Integer()),
    delegated_to: Nullable(Type.Integer()),
    answer: Nullable(AnswerGiven),
    answered_via: Nullable(Type.String()),
    authentication: Nullable(Authentication),
    answered_at: Nullable(Time),
    can_answer: Type.Boolean(),
  }),
)

export type Respondent = Static<typeof Respondent>

export const Question = named(
  'Question',
  Type.Object({
    id: Type.String({ format: 'uuid' }),
    notification_id: Type.String({ format: 'uuid' }),
    thread_id: Type.String(),
    user_id: Type.Integer({ description: 'The person asked.' }),
    asked_by: Nullable(AskedBy),
    title: Type.String(),
    message: Type.String(),
    body: Type.Optional(
      Nullable(
        Type.String({
          description: 'Markdown. Only when you read a single question; lists omit it.',
        }),
      ),
    ),
    kind: Type.Enum([...questionKinds]),
    options: Type.Array(Type.Object({ value: Type.String(), label: Type.String() })),
    fields: Nullable(
      Type.Object({}, { additionalProperties: true, description: 'The JSON Schema of a form.' }),
    ),
    draft: Nullable(Type.String({ description: 'The text of an edit, as it was asked.' })),
    diff: Type.Optional(
      Nullable(
        Type.String({
          description:
            'The changes of an edit as a unified diff. Only when you read a single question.',
        }),
      ),
    ),
    default_answer: Nullable(AnswerValueShown),
    remind_after_seconds: Type.Array(Type.Integer()),
    escalate: Type.Array(
      Type.Object({
        after_seconds: Type.Integer(),
        to: Type.Object({}, { additionalProperties: true }),
      }),
    ),
    quorum: Nullable(QuorumState),
    subject: Nullable(Subject),
    people: Type.Array(Respondent, {
      description: 'Who was asked, what they answered, and who can still answer.',
    }),
    answerable_by: Type.Enum([...answerers]),
    proof: Type.Enum([...proofs], { description: 'What must prove who answers.' }),
    asked_call: Nullable(
      Type.String({
        description: 'The JSON-RPC id of the MCP request that asked it, if an MCP client did.',
      }),
    ),
    status: Type.Enum(['open', 'answered', 'expired', 'cancelled']),
    answer: Nullable(AnswerGiven),
    answered_by: Nullable(Answerer),
    authentication: Nullable(Authentication),
    answered_via: Nullable(
      Type.String({
        description:
          'api, console, mail, mail-reply, mcp, slack, telegram, discord, or default at expiry.',
      }),
    ),
    expires_at: Nullable(Time),
    created_at: Time,
    ended_at: Nullable(Time),
  }),
)

export type Question = Static<typeof Question>

export const AnswerBody = Type.Object({
  value: AnswerValueBody,
  comment: Type.Optional(Type.String({ maxLength: 10_000 })),
})

export type AnswerBody = Static<typeof AnswerBody>

/** The fields of the answer page, as browsers send them. Forms and ranks have one field per entry. */
export const AnswerForm = Type.Object({
  value: Type.Optional(Type.String({ maxLength: 10_000 })),
  decision: Type.Optional(Type.Enum(['approved', 'rejected'])),
  text: Type.Optional(Type.String({ maxLength: 100_000 })),
  comment: Type.Optional(Type.String({ maxLength: 10_000 })),
})

export const DelegateBody = Type.Object({
  user_id: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
  comment: Type.Optional(Type.String({ maxLength: 1000 })),
})

export type DelegateBody = Static<typeof DelegateBody>

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
export const QuestionEnd = Type.Object({
  seq: Type.Integer({ description: 'Send the last one as `after` to continue.' }),
  question_id: Type.String({ format: 'uuid' }),
  notification_id: Type.String({ format: 'uuid' }),
  thread_id: Type.String(),
  kind: Type.Enum([...questionKinds]),
  status: Type.Enum(['answered', 'expired', 'cancelled']),
  answer: Nullable(AnswerGiven),
  answered_by: Nullable(Answerer),
  answered_via: Nullable(Type.String()),
  authentication: Nullable(Authentication),
  ended_at: Time,
})

export type QuestionEnd = Static<typeof QuestionEnd>

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
    results: Type.Array(QuestionEnd),
    open_questions: Type.Integer({
      description: 'Number of questions in the thread that still wait for an answer.',
    }),
    last_seq: Type.Integer(),
  }),
)
