import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/server'
import type { StoredResponse } from '../../http/gate/idempotency.ts'
import type { Problem } from '../../http/problem.ts'
import { compactJson } from './compact-json.ts'

/**
 * `text`: short JSON for a model. `structured`: the whole value, and one line of text. `both`: the
 * whole value twice, for programs that call a tool by its former name.
 */
export type ResultForm = 'text' | 'structured' | 'both'

interface Options {
  isError?: boolean
  /** Returns everything, however long. */
  isFull?: boolean
  /** Images and recordings that the client can open. */
  links?: ContentBlock[]
  /** How to get what was left out. */
  moreBy?: string
}

export function replyResult(
  { status, body }: Pick<StoredResponse, 'status' | 'body'>,
  form: ResultForm,
  options: Options = {},
): CallToolResult {
  if (status === 204) return { content: [{ type: 'text', text: 'Done.' }] }
  return jsonResult(body, form, options)
}

export function valueResult(
  value: object,
  form: ResultForm = 'text',
  options: Options = {},
): CallToolResult {
  return jsonResult(JSON.stringify(value), form, options)
}

function jsonResult(
  json: string,
  form: ResultForm,
  { isError, isFull, links = [], moreBy }: Options,
): CallToolResult {
  const text =
    form === 'structured'
      ? summarize(json)
      : isFull || form === 'both'
        ? json
        : compactJson(json, moreBy)
  return {
    content: [{ type: 'text', text }, ...(form === 'both' ? [] : links)],
    ...(form !== 'text' && { structuredContent: JSON.parse(json) }),
    ...(isError && { isError }),
  }
}

/** One line for people who watch; the value is in `structuredContent`. */
function summarize(json: string): string {
  const value = JSON.parse(json)
  const name = value.title ?? value.name ?? value.slug ?? value.status ?? value.job_status
  const id = value.id ?? value.task_id
  const count = typeof value.count === 'number' ? `${value.count} in all` : undefined
  const facts = [name, id, count].filter(
    (fact) => typeof fact === 'string' || Number.isInteger(fact),
  )
  return facts.length > 0 ? facts.join(', ') : 'See structuredContent.'
}

/** The error and the next step as text for the model, and the problem that HTTP would return. */
export function problemResult(
  failure: Problem,
  requestId: string,
  nextSteps: readonly string[] = [],
): CallToolResult {
  const { code, status, detail, errors = [] } = failure
  const lines = errors
    .map(({ path, message }) => `${path}: ${message}`)
    .filter((line) => line !== detail)
    .map((line) => `- ${line}`)
  const next = nextSteps.map((step) => `Next: ${step}`)
  return {
    isError: true,
    content: [
      { type: 'text', text: [`${code} (${status}): ${detail}`, ...lines, ...next].join('\n') },
    ],
    structuredContent: { ...failure.toBody('/mcp', requestId) },
  }
}
