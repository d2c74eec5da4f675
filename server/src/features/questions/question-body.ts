import { type Static, Type } from 'typebox'
import { Nullable, TimeText } from '../../http/schemas.ts'

export const questionKinds = [
  'text',
  'choice',
  'approval',
  'form',
  'edit',
  'rank',
  'multi_choice',
] as const

export type QuestionKind = (typeof questionKinds)[number]

/** To edit a draft is to approve it as edited. */
export function isConsent(kind: string): boolean {
  return kind === 'approval' || kind === 'edit'
}

export const maxDraftBytes = 100_000
const maxSeconds = 365 * 86_400

const UserId = Type.Integer({ minimum: 1, maximum: 2_147_483_647 })
const RoleName = Type.Enum(['owner', 'admin', 'member', 'guest'])

/** A text, a list of option values, or an object; the kind of the question decides which. */
export type AnswerValue = string | string[] | Record<string, unknown>

const description =
  'The text; the value of an option for a choice; `approved` or `rejected` for an approval; a list of option values for `multi_choice` and `rank`; the object for a `form`; `{decision, text}` for an `edit`.'

export const AnswerValueBody = Type.Unsafe<AnswerValue>({
  type: ['string', 'array', 'object'],
  minLength: 1,
  maxLength: 10_000,
  pattern: '\\S',
  items: { type: 'string', minLength: 1, maxLength: 200 },
  maxItems: 50,
  additionalProperties: true,
  description,
})

/** The same in responses, where `edit` also has `changed`. The writer tries the types in order. */
export const AnswerValueShown = Type.Unsafe<AnswerValue>({
  type: ['array', 'object', 'string'],
  items: { type: 'string' },
  additionalProperties: true,
  description,
})

/** People by id, role or teamspace. */
const PeopleGroup = Type.Object(
  {
    user_id: Type.Optional(UserId),
    role: Type.Optional(RoleName),
    teamspace_id: Type.Optional(UserId),
  },
  { description: 'Exactly one of them.' },
)

export const EscalationBody = Type.Object({
  after_seconds: Type.Integer({ minimum: 1, maximum: maxSeconds }),
  to: PeopleGroup,
})

export const QuorumBody = Type.Object(
  {
    needed: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 100,
        description: 'How many approvals it takes. Defaults to all.',
      }),
    ),
    of: Type.Unsafe<number[] | string | { role?: string; teamspace_id?: number }>({
      type: ['array', 'string', 'object'],
      items: { type: 'integer', minimum: 1, maximum: 2_147_483_647 },
      minItems: 1,
      maxItems: 100,
      properties: { role: RoleName, teamspace_id: UserId },
      maxLength: 20,
      description: 'User ids, a role such as `"admin"`, `{role}` or `{teamspace_id}`.',
    }),
    rule: Type.Enum(['approve_all', 'first_rejection_ends'], {
      default: 'approve_all',
      description:
        '`approve_all`: waits until the approvals are reached or out of reach. `first_rejection_ends`: one rejection ends the question.',
    }),
  },
  { description: 'Only for an approval: several people decide together.' },
)

export const SubjectBody = Type.Object(
  {
    kind: Type.Enum(['asset', 'post', 'workflow_step', 'external']),
    id: Type.String({ minLength: 1, maxLength: 300 }),
    sha256: Type.Optional(
      Type.String({
        pattern: '^[0-9a-f]{64}$',
        maxLength: 64,
        description:
          'For `external`: the hash of what you ask about. The server computes the others.',
      }),
    ),
  },
  { description: 'What the question is about. The receipt binds the answer to its hash.' },
)

/** Who answers, besides the one who is asked, and how. */
export const answerers = ['session', 'credential', 'user', 'anyone'] as const
/** What must prove who answered. */
export const proofs = ['any', 'session'] as const

export const QuestionBody = Type.Object(
  {
    kind: Type.Enum([...questionKinds]),
    options: Type.Optional(
      Type.Array(
        Type.Union([
          Type.String({ minLength: 1, maxLength: 200 }),
          Type.Object({
            value: Type.String({ minLength: 1, maxLength: 200 }),
            label: Type.String({ minLength: 1, maxLength: 200 }),
          }),
        ]),
        {
          minItems: 2,
          maxItems: 20,
          description: 'The options of `choice`, `multi_choice` and `rank`.',
        },
      ),
    ),
    fields: Type.Optional(
      Type.Object(
        { type: Type.Literal('object') },
        {
          additionalProperties: true,
          description:
            'The fields of a `form`: a JSON Schema of type object. Formats: asset-id, user-id, date, date-time, email, uri.',
        },
      ),
    ),
    draft: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: maxDraftBytes,
        description: 'The text or Markdown of an `edit`, at most 100 kB.',
      }),
    ),
    expires_at: Type.Optional(Nullable(TimeText)),
    default_answer: Type.Optional(
      Type.Unsafe<AnswerValue>({
        ...AnswerValueBody,
        description: 'The answer if nobody answers before `expires_at`.',
      }),
    ),
    remind_after_seconds: Type.Optional(
      Type.Array(Type.Integer({ minimum: 1, maximum: maxSeconds }), {
        minItems: 1,
        maxItems: 10,
        description: 'Reminds everyone who can still answer, after each of these times.',
      }),
    ),
    escalate: Type.Optional(
      Type.Array(EscalationBody, {
        minItems: 1,
        maxItems: 5,
        description: 'Also asks these people if there is no answer yet.',
      }),
    ),
    quorum: Type.Optional(QuorumBody),
    subject: Type.Optional(SubjectBody),
    answerable_by: Type.Optional(
      Type.Enum([...answerers], {
        description:
          '`session`: the person asked, and administrators, in person: signed in, by mail or in a linked chat. The default of `approval` and `edit`. `user`: also through another key or program of theirs, unless it is one of those. The default of all other kinds. `credential`: those too; the workspace must allow it. `anyone`: like `user`, and every member, but not guests.',
      }),
    ),
    proof: Type.Optional(
      Type.Enum([...proofs], {
        description:
          '`session`: the answer must be given signed in, not by mail or in a chat. Default `any`.',
      }),
    ),
    webhook_url: Type.Optional(
      Type.String({ maxLength: 2000, description: 'Receives the answer as a signed request.' }),
    ),
  },
  { description: 'Only with `agentNeedsInput`.' },
)

export type QuestionBody = Static<typeof QuestionBody>
export type PeopleGroup = Static<typeof PeopleGroup>
