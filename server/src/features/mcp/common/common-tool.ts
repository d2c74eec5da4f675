import type { CallToolResult, JSONObject, ToolAnnotations } from '@modelcontextprotocol/server'
import type { Static, TObject } from 'typebox'
import { compileValidator } from '../../../http/body/validation.ts'
import type { OperationCaller, OperationInput } from '../../../http/call-operation.ts'
import { toProblem } from '../../../http/errors.ts'
import type { Access } from '../../../http/operation.ts'
import { type Permission, requirePermission } from '../../../http/permissions.ts'
import { problem } from '../../../http/problem.ts'
import { plain } from '../input-schema.ts'
import type { Tool, ToolCall } from '../surface.ts'

/** The toolset that clients see if they choose none. */
export const commonToolset = 'common'

interface Spec<Input extends TObject> {
  name: string
  title: string
  description: string
  input: Input
  permission: Access
  isReadOnly?: boolean
  isDestructive?: boolean
  /** What clients are told; a tool that calls others may be listed with the read-only ones. */
  annotations?: ToolAnnotations
  meta?: Record<string, unknown>
  call(use: Use, args: Static<Input>): Promise<CallToolResult>
}

/** What a common tool works with: the operations, called as the client's credential. */
export interface Use {
  caller: OperationCaller
  call: ToolCall
  run<Reply = Record<string, unknown>>(operation: string, input: OperationInput): Promise<Reply>
}

/** A tool for models: few arguments, names instead of ids, and a short result. */
export function commonTool<Input extends TObject>(
  caller: OperationCaller,
  { name, title, description, input, permission, isReadOnly = false, ...spec }: Spec<Input>,
): Tool {
  const { type: _, ...schema } = plain(input) as { type: 'object' } & JSONObject
  const check = compileValidator(input, 'body')
  return {
    definition: {
      name,
      title,
      description,
      inputSchema: { type: 'object', ...schema },
      annotations: spec.annotations ?? {
        readOnlyHint: isReadOnly,
        ...(!isReadOnly && { destructiveHint: spec.isDestructive === true }),
      },
      ...(spec.meta && { _meta: spec.meta }),
    },
    toolset: commonToolset,
    permission,
    isReadOnly,
    isSlow: true,
    call: async (call) => {
      if (permission !== 'any credential') requirePermission(call.actor, permission as Permission)
      const { _idempotency_key: key, ...args } = call.args
      rejectUnknown(args, Object.keys(input.properties))
      const checked = structuredClone(args)
      const result = check(checked)
      if (result !== true) throw result.error
      return spec.call(readUse(caller, call, key), checked as Static<Input>)
    },
  }
}

function rejectUnknown(args: Record<string, unknown>, known: readonly string[]): void {
  const unknown = Object.keys(args).filter((name) => !known.includes(name))
  if (unknown.length === 0) return
  const message = 'is not an argument of this tool'
  throw problem('validation_failed', {
    detail: `${unknown[0]}: ${message}`,
    errors: unknown.slice(0, 10).map((path) => ({ path, message })),
  })
}

/** One key covers all writes of a call: each operation gets its own part of it. */
function readUse(caller: OperationCaller, call: ToolCall, key: unknown): Use {
  const counts = new Map<string, number>()
  return {
    caller,
    call,
    run: async (operation, input) => {
      const { deps, actor, signal } = call
      const count = counts.get(operation) ?? 0
      counts.set(operation, count + 1)
      const idempotencyKey =
        typeof key === 'string' ? { idempotencyKey: `${key}.${operation}.${count}` } : {}
      const options = { signal, ...idempotencyKey }
      const reply = await caller.call(deps, actor, operation, input, options).catch((error) => {
        throw toProblem(error, caller.find(operation))
      })
      return reply.status === 204 ? {} : JSON.parse(reply.body)
    },
  }
}
