import type { EditAnswer } from './check-answer.ts'
import type { QuestionRow } from './queries.ts'
import type { AnswerGiven } from './schemas.ts'

/** An answer in words, as people see it in every door. */
export function answerWords(
  { kind, options }: Pick<QuestionRow, 'kind' | 'options'>,
  { value }: Pick<AnswerGiven, 'value'>,
): string {
  const labelOf = (one: unknown) =>
    options.find((option) => option.value === one)?.label ?? String(one)
  if (kind === 'edit') {
    const { decision, changed } = value as unknown as EditAnswer
    return changed ? `${decision}, with changes` : decision
  }
  if (Array.isArray(value)) {
    if (value.length === 0) return 'none'
    return kind === 'rank'
      ? value.map((one, place) => `${place + 1}. ${labelOf(one)}`).join(', ')
      : value.map(labelOf).join(', ')
  }
  if (typeof value === 'object') {
    return Object.entries(value)
      .map(([name, one]) => `${name}: ${typeof one === 'object' ? JSON.stringify(one) : one}`)
      .join('\n')
  }
  return kind === 'choice' ? labelOf(value) : value
}
