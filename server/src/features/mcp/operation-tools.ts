import type { ToolAnnotations } from '@modelcontextprotocol/server'
import type { OperationCaller } from '../../http/call-operation.ts'
import { toProblem } from '../../http/errors.ts'
import type { Operation } from '../../http/operation.ts'
import { plain, toolInput } from './input-schema.ts'
import { isTool } from './left-out.ts'
import { type LongWork, longWorkOf } from './long-work.ts'
import type { Tool } from './surface.ts'
import { replyResult } from './tool-result.ts'
import { toolsetOf } from './toolset-choice.ts'

/** A tool for every operation that agents may call, named like the operation. */
export function operationTools(operations: readonly Operation[], caller: OperationCaller): Tool[] {
  return operations.filter(isTool).map((operation) => toolOf(operation, caller))
}

function toolOf(operation: Operation, caller: OperationCaller): Tool {
  const { id, tag, permission, method, status } = operation
  const { schema, place } = toolInput(operation)
  const work = longWorkOf(operation, caller)
  if (work) schema.properties.wait = waitSchema
  return {
    definition: {
      name: id,
      title: operation.summary,
      description: descriptionOf(operation, work),
      inputSchema: { ...schema, additionalProperties: false },
      ...(status !== 204 && { outputSchema: outputOf(operation, work) }),
      annotations: annotationsOf(operation),
    },
    toolset: toolsetOf(tag),
    permission,
    isReadOnly: method === 'GET',
    call: async (call) => {
      const { deps, actor, signal } = call
      const { wait = true, ...args } = call.args
      const { input, options } = place(work ? args : call.args)
      const reply = await caller
        .call(deps, actor, id, input, { ...options, signal })
        .catch((error) => {
          throw toProblem(error, operation)
        })
      if (!work || wait === false || !work.canWait(actor)) return replyResult(reply)
      return work.finish(call, JSON.parse(reply.body))
    },
  }
}

const waitSchema = {
  type: 'boolean',
  default: true,
  description: 'Wait until it is done and return the result; false returns immediately.',
}

function descriptionOf({ summary, description }: Operation, work: LongWork | undefined): string {
  const waits = work ? 'Waits until it is done, unless `wait` is false.' : ''
  return [`${summary}.`, description, waits].filter(Boolean).join(' ')
}

/** Replies are objects; a call that waits returns the finished record instead. */
function outputOf({ reply }: Operation, work: LongWork | undefined): { type: 'object' } {
  const submitted = plain(reply) as { type: 'object' }
  if (!work) return submitted
  return { type: 'object', anyOf: [plain(work.record), submitted] } as { type: 'object' }
}

const destroys = /^(delete|remove|revoke|disconnect|detach|reset|cancel)/

function annotationsOf({ method, id, summary }: Operation): ToolAnnotations {
  const isRead = method === 'GET'
  return {
    title: summary,
    readOnlyHint: isRead,
    destructiveHint: !isRead && (method === 'DELETE' || destroys.test(id)),
    idempotentHint: isRead || method === 'PUT' || method === 'DELETE',
    openWorldHint: false,
  }
}
