import { inputsValidator } from '../../../http/body/inputs-validator.ts'
import { invalid } from '../../../http/problem.ts'
import { checkAnswer } from '../answer/check-answer.ts'
import {
  type AnswerValue,
  type answerers,
  isConsent,
  maxDraftBytes,
  type PeopleGroup,
  type proofs,
  type QuestionBody,
  type QuestionKind,
} from '../question-body.ts'
import type { Subject } from '../schemas.ts'

export const maxDays = 365

/** What only some questions have. Stored as one column. */
export interface QuestionDetails {
  fields?: object
  draft?: string
  default_answer?: AnswerValue
  remind_after_seconds?: number[]
  escalate?: { after_seconds: number; to: PeopleGroup }[]
  quorum?: { needed: number; rule: 'approve_all' | 'first_rejection_ends' }
  subject?: Subject
  proof?: (typeof proofs)[number]
}

/** A question as stored, with every option in its long form. */
export interface CheckedQuestion {
  kind: QuestionKind
  options: { value: string; label: string }[]
  answerable_by: (typeof answerers)[number]
  webhook_url: string | null
  expires_at: Date | null
  details: QuestionDetails
  /** The people of a quorum. */
  quorumIds?: number[]
}

/** Checks what the schema cannot express. People and the subject are looked up later. */
export function checkQuestion(question: QuestionBody, now: Date): CheckedQuestion {
  const { kind, fields, draft, default_answer, remind_after_seconds, escalate } = question
  const options = readOptions(question)
  if (question.webhook_url !== undefined && !/^https?:\/\//i.test(question.webhook_url)) {
    throw invalid('question.webhook_url', 'must be an http or https URL')
  }
  checkForm(question)
  checkDraft(question)
  for (const [place, { to }] of (escalate ?? []).entries()) {
    if (Object.keys(to).length !== 1) {
      const path = `question.escalate.${place}.to`
      throw invalid(path, 'must have exactly one of user_id, role and teamspace_id')
    }
  }
  if (question.quorum && kind !== 'approval') {
    throw invalid('question.quorum', `only an approval can have a quorum, not ${kind}`)
  }
  const expires_at = readExpiry(question.expires_at ?? null, now)
  const answerable = { kind, options, fields: fields ?? null, draft: draft ?? null }
  const fallback =
    default_answer === undefined
      ? undefined
      : checkDefaultAnswer(answerable, default_answer, expires_at)
  return {
    kind,
    options,
    answerable_by: question.answerable_by ?? (isConsent(kind) ? 'session' : 'user'),
    webhook_url: question.webhook_url ?? null,
    expires_at,
    details: {
      ...(fields && { fields }),
      ...(draft !== undefined && { draft }),
      ...(fallback !== undefined && { default_answer: fallback }),
      ...(remind_after_seconds && { remind_after_seconds }),
      ...(escalate && { escalate }),
      ...(question.proof && { proof: question.proof }),
    },
  }
}

function readOptions({ kind, options: given = [] }: QuestionBody): CheckedQuestion['options'] {
  const options = given.map((option) =>
    typeof option === 'string' ? { value: option, label: option } : option,
  )
  const takesOptions = ['choice', 'multi_choice', 'rank'].includes(kind)
  if (takesOptions && options.length === 0) {
    const noun = kind === 'rank' ? 'a ranking' : 'a choice'
    throw invalid('question.options', `${noun} needs at least two options`)
  }
  if (!takesOptions && options.length > 0) {
    const kinds = 'choice, multi_choice and rank'
    throw invalid('question.options', `only ${kinds} can have options, not ${kind}`)
  }
  if (new Set(options.map(({ value }) => value)).size < options.length) {
    throw invalid('question.options', 'two options have the same value')
  }
  return options
}

function checkForm({ kind, fields }: QuestionBody): void {
  if ((kind === 'form') !== (fields !== undefined)) {
    throw invalid('question.fields', kind === 'form' ? 'is required' : 'is only for a form')
  }
  if (!fields) return
  try {
    inputsValidator(fields)
  } catch (error) {
    throw invalid('question.fields', `cannot be used: ${(error as Error).message}`)
  }
}

function checkDraft({ kind, draft }: QuestionBody): void {
  if ((kind === 'edit') !== (draft !== undefined)) {
    throw invalid('question.draft', kind === 'edit' ? 'is required' : 'is only for an edit')
  }
  if (draft !== undefined && Buffer.byteLength(draft) > maxDraftBytes) {
    throw invalid('question.draft', 'must be at most 100 kB')
  }
}

function checkDefaultAnswer(
  answerable: Parameters<typeof checkAnswer>[0],
  value: AnswerValue,
  expiresAt: Date | null,
): AnswerValue {
  if (!expiresAt) throw invalid('question.default_answer', 'needs expires_at')
  return checkAnswer(answerable, value, 'question.default_answer')
}

function readExpiry(text: string | null, now: Date): Date | null {
  if (text === null) return null
  const at = new Date(text)
  if (at <= now) throw invalid('question.expires_at', 'must be in the future')
  if (at.getTime() > now.getTime() + maxDays * 86_400_000) {
    throw invalid('question.expires_at', `must be within ${maxDays} days`)
  }
  return at
}
