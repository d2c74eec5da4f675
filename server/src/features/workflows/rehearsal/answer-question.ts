import { Problem } from '../../../http/problem.ts'
import { checkAnswer } from '../../questions/answer/check-answer.ts'
import type { WholeQuestion } from '../../questions/find-question.ts'
import type { AnswerValue } from '../../questions/question-body.ts'
import type { Outcome } from '../runs/waits.ts'
import { buildExample } from './build-example.ts'

type QuestionContent = Pick<WholeQuestion, 'kind' | 'options' | 'fields' | 'draft'>

/** The answer to a question, checked like a real one: the one given for the step, or an assumed one. */
export function chooseAnswer(
  question: QuestionContent,
  given: unknown,
  at: Date,
): Outcome & { value: unknown; assumed: boolean } {
  const assumed = given === undefined
  try {
    const value = assumed ? assumedAnswer(question) : checkAnswer(question, readAnswer(given))
    const output = {
      status: 'answered',
      value,
      comment: null,
      answered_by: null,
      answered_at: at.toISOString(),
    }
    return { output, value, assumed }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const message = `The answer ${error.errors?.[0]?.message ?? error.detail}.`
    return { error: { code: 'answer_invalid', message }, retryable: false, value: given, assumed }
  }
}

/** A number or null is no answer to any question; as text, it gets the error of its kind. */
function readAnswer(given: unknown): AnswerValue {
  const isAnswer = typeof given === 'string' || (typeof given === 'object' && given !== null)
  return isAnswer ? (given as AnswerValue) : String(given)
}

function assumedAnswer({ kind, options, fields, draft }: QuestionContent): unknown {
  const values = options.map(({ value }) => value)
  if (kind === 'approval') return 'approved'
  if (kind === 'choice') return values[0] ?? null
  if (kind === 'multi_choice') return values.slice(0, 1)
  if (kind === 'rank') return values
  if (kind === 'form') return buildExample(fields)
  if (kind === 'edit') return { decision: 'approved', text: draft ?? '', changed: false }
  return 'An example answer'
}
