import type { CallToolResult } from '@modelcontextprotocol/server'
import type { KeptResponse } from '../../http/idempotency.ts'
import type { Problem } from '../../http/problem.ts'

/** A reply as exact text and as a value. */
export function replyResult({ status, body }: KeptResponse): CallToolResult {
  if (status === 204) return { content: [{ type: 'text', text: 'Done.' }] }
  return { content: [{ type: 'text', text: body }], structuredContent: JSON.parse(body) }
}

export function valueResult(value: object, isError = false): CallToolResult {
  const text = JSON.stringify(value)
  return {
    content: [{ type: 'text', text }],
    // Dates become strings, as in every response.
    structuredContent: JSON.parse(text),
    ...(isError && { isError }),
  }
}

/** The error as text for the model, and as the problem that HTTP would return. */
export function problemResult(failure: Problem, requestId: string): CallToolResult {
  const { code, status, detail, errors = [] } = failure
  const lines = errors.map(({ path, message }) => `- ${path}: ${message}`)
  const text = [`${code} (${status}): ${detail}`, ...lines].join('\n')
  return {
    isError: true,
    content: [{ type: 'text', text }],
    structuredContent: { ...failure.toBody('/mcp', requestId) },
  }
}
