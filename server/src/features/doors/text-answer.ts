import type { WholeQuestion } from '../questions/find-question.ts'
import type { AnswerBody } from '../questions/schemas.ts'

type QuestionOptions = Pick<WholeQuestion, 'kind' | 'options'>

const yes = /^(yes|y|ok|okay|approve[ds]?|accept(ed)?|go ahead|ja|oui|sí|si|👍|✅)[.!\s]*$/iu
const no = /^(no|n|reject(ed)?|decline[ds]?|deny|denied|nein|non|👎|❌)[.!\s]*$/iu

/**
 * Reads an answer from a reply in plain words. The first line decides; the rest is the comment.
 * Undefined if the reply does not clearly answer the question.
 */
export function textAnswer(question: QuestionOptions, reply: string): AnswerBody | undefined {
  const text = reply.trim()
  if (text === '') return undefined
  const { kind } = question
  if (kind === 'text') return { value: text.slice(0, 10_000) }
  const [first = '', ...rest] = text.split('\n')
  const comment = rest.join('\n').trim().slice(0, 10_000)
  const value = readValue(question, first.trim())
  return value === undefined ? undefined : { value, ...(comment && { comment }) }
}

function readValue(
  { kind, options }: QuestionOptions,
  line: string,
): string | string[] | undefined {
  if (kind === 'approval' || kind === 'edit') {
    if (yes.test(line)) return 'approved'
    return no.test(line) ? 'rejected' : undefined
  }
  if (kind === 'choice') return findOption(options, line)
  if (kind !== 'multi_choice' && kind !== 'rank') return undefined
  const parts = line.split(/[,;\s]+/).filter(Boolean)
  const byNumber = parts.map((part) => findOption(options, part))
  const byLabel = line.split(/[,;]/).map((part) => findOption(options, part.trim()))
  const found = byNumber.includes(undefined) ? byLabel : byNumber
  return found.includes(undefined) ? undefined : (found as string[])
}

/** By number, value or label. */
function findOption(options: QuestionOptions['options'], text: string): string | undefined {
  const bare = text.replace(/[.)]$/, '').trim().toLowerCase()
  if (/^\d{1,2}$/.test(bare)) {
    const exact = options.find(({ value }) => value === bare)
    return exact?.value ?? options[Number(bare) - 1]?.value
  }
  return options.find(
    ({ value, label }) => value.toLowerCase() === bare || label.toLowerCase() === bare,
  )?.value
}
