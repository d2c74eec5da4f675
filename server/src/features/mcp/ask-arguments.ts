import type { JSONObject } from '@modelcontextprotocol/server'
import type { QuestionBody } from '../questions/question-body.ts'

export const longestWaitSeconds = 86_400

export const kinds = ['text', 'choice', 'approval', 'form', 'edit', 'rank', 'multi_choice'] as const

/** Passed to the question as they are. */
export const rich = [
  'options',
  'fields',
  'draft',
  'default_answer',
  'remind_after_seconds',
  'escalate',
  'quorum',
  'subject',
  'answerable_by',
  'proof',
  'expires_at',
] as const

export interface Ask {
  title: string
  message: string
  kind: (typeof kinds)[number]
  person?: string
  user_id?: number
  options?: string[]
  fields?: object
  draft?: string
  default_answer?: unknown
  remind_after_seconds?: number[]
  escalate?: object[]
  quorum?: object
  subject?: object
  body?: string
  thread_id?: string
  answerable_by?: QuestionBody['answerable_by']
  proof?: QuestionBody['proof']
  expires_at?: string
  wait_seconds?: number
  _idempotency_key?: string
}

/** The kind of a question that names none. */
export function usualKind({ options, fields, draft }: Record<string, unknown>): Ask['kind'] {
  if (options) return 'choice'
  if (fields) return 'form'
  return draft === undefined ? 'approval' : 'edit'
}

const text = (maxLength: number, description: string) => ({
  type: 'string',
  minLength: 1,
  maxLength,
  description,
})

const object = (description: string) => ({ type: 'object', description })

/** Accepted, but not listed: few need them, and every word of a list costs. */
export const unlisted: readonly string[] = [
  'user_id',
  'thread_id',
  'answerable_by',
  'proof',
  'expires_at',
  'remind_after_seconds',
  'escalate',
  'subject',
]

/** The arguments of the tool. */
export const properties: Record<string, JSONObject> = {
  title: text(250, 'The question in one line.'),
  message: text(1000, 'What the person must know to answer, in one or two lines.'),
  kind: {
    type: 'string',
    enum: [...kinds],
    description:
      'For approval, the answer is approved or rejected; for form an object; for edit {decision, text, changed}; for rank and multi_choice a list of options.',
  },
  options: {
    type: 'array',
    items: { type: 'string', minLength: 1, maxLength: 200 },
    minItems: 2,
    maxItems: 20,
    description: 'The options of choice, multi_choice and rank.',
  },
  fields: object('JSON Schema of a form, of type object.'),
  draft: text(100_000, 'The text that the person reviews and may change, for edit.'),
  default_answer: {
    type: ['string', 'array', 'object'],
    description: 'The answer if nobody answers before expires_at.',
  },
  quorum: object('{needed, of: [user ids] | {role} | {teamspace_id}, rule}, for approval.'),
  person: text(254, 'Email, full name or "me". Defaults to your own person.'),
  body: text(100_000, 'The full text in Markdown, for the email.'),
  wait_seconds: {
    type: 'integer',
    minimum: 0,
    maximum: longestWaitSeconds,
    default: 3600,
    description: 'How long to wait here. The question stays open; ask again with the same key.',
  },
  _idempotency_key: text(
    255,
    'A call with the same key waits for the same question and asks no new one.',
  ),
}
