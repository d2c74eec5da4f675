import type { ToolAnnotations } from '@modelcontextprotocol/server'
import type { OperationCaller } from '../../http/call-operation.ts'
import { toProblem } from '../../http/errors.ts'
import type { StoredResponse } from '../../http/gate/idempotency.ts'
import type { Operation } from '../../http/operation.ts'
import { invalid, type Problem } from '../../http/problem.ts'
import { plain, toolInput } from './input-schema.ts'
import { canRead, findJob, findRecordSchema } from './jobs/job-kinds.ts'
import { jobResult } from './jobs/job-result.ts'
import { startTask } from './jobs/task-result.ts'
import { waitForJob } from './jobs/wait-for-job.ts'
import { isTool } from './left-out.ts'
import { namesToIds } from './names-to-ids.ts'
import type { Tool, ToolCall } from './surface.ts'
import { nameTool } from './tool-names.ts'
import { replyResult } from './tool-result.ts'
import { nameToolset } from './toolset-choice.ts'

/** A tool for every operation that agents may call. The operation's id is its former name. */
export function operationTools(operations: readonly Operation[], caller: OperationCaller): Tool[] {
  return operations.filter(isTool).map((operation) => buildTool(operation, caller))
}

function buildTool(operation: Operation, caller: OperationCaller): Tool {
  const { id, tag, permission, orPermission, method, status } = operation
  const { schema, place } = toolInput(operation)
  const isRead = method === 'GET'
  if (operation.begins) schema.properties.wait = waitSchema
  if (isRead) schema.properties._full = fullSchema
  const inPath = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string)
  const run = async ({ deps, actor, signal }: ToolCall, args: Record<string, unknown>) => {
    const missing = inPath.find((name) => args[name] === undefined || args[name] === '')
    if (missing) throw invalid(missing, 'is required')
    const { input, options } = place(args)
    return caller.call(deps, actor, id, input, { ...options, signal })
  }
  return {
    definition: {
      name: nameTool(id),
      title: operation.summary,
      description: writeDescription(operation),
      inputSchema: { ...schema, additionalProperties: false },
      annotations: describeAnnotations(operation),
    },
    ...(status !== 204 && { outputSchema: describeOutput(operation) }),
    formerName: id,
    toolset: nameToolset(tag),
    permission,
    orPermission,
    isReadOnly: isRead,
    isSlow: operation.begins !== undefined,
    call: async (call) => {
      const { args, wait, isFull } = readOwnArguments(operation, call.args)
      const reply = await runWithNames(caller, operation, call, args, run)
      if (!operation.begins) return replyResult(reply, call.form, { isFull })
      const job = findJob(operation, JSON.parse(reply.body))
      if (!job || !wait || !canRead(call, job)) return replyResult(reply, call.form)
      if (call.hasTasks) return startTask(caller, call, job)
      return jobResult(job, await waitForJob(caller, call, job), call.form)
    },
  }
}

function readOwnArguments({ method, begins }: Operation, given: Record<string, unknown>) {
  const args = { ...given }
  const { wait = true, _full } = given
  if (begins) delete args.wait
  if (method === 'GET') delete args._full
  return { args, wait: wait !== false, isFull: method === 'GET' && _full === true }
}

/** Calls with the arguments as they are, and once more with ids if they contain names. */
async function runWithNames(
  caller: OperationCaller,
  operation: Operation,
  call: ToolCall,
  args: Record<string, unknown>,
  run: (call: ToolCall, args: Record<string, unknown>) => Promise<StoredResponse>,
): Promise<StoredResponse> {
  const orProblem = (error: Problem) => {
    throw toProblem(error, operation)
  }
  return run(call, args).catch(async (error) => {
    const failure = toProblem(error, operation)
    const isAboutInput = failure.status === 404 || failure.code === 'validation_failed'
    const named = isAboutInput ? await namesToIds(caller, call, operation, args) : undefined
    if (!named) throw failure
    return run(call, named).catch(orProblem)
  })
}

const waitSchema = {
  type: 'boolean',
  default: true,
  description: 'Wait until it is done and return the result; false returns immediately.',
}

const fullSchema = {
  type: 'boolean',
  description: 'Return the whole response; otherwise a long one is shortened.',
}

/** Descriptions tell HTTP clients to poll; a tool waits instead. */
function withoutPolling(description = ''): string {
  const sentences = description.split(/(?<=\.)\s/)
  return sentences.filter((sentence) => !/\bpoll\b/i.test(sentence)).join(' ')
}

function writeDescription({ summary, description, begins }: Operation): string {
  const waits = begins ? 'Waits until it is done, unless `wait` is false.' : ''
  const text = begins ? withoutPolling(description) : description
  return [`${summary}.`, text, waits].filter(Boolean).join(' ')
}

/** Replies are objects; a call that waits returns the finished record instead. */
function describeOutput(operation: Operation): { type: 'object' } {
  const submitted = plain(operation.reply) as { type: 'object' }
  const record = findRecordSchema(operation)
  if (!record) return submitted
  return { type: 'object', anyOf: [plain(record), submitted] } as { type: 'object' }
}

const destroys = /^(delete|remove|revoke|disconnect|detach|reset|cancel)/

function describeAnnotations({ method, id }: Operation): ToolAnnotations {
  const isRead = method === 'GET'
  return {
    readOnlyHint: isRead,
    destructiveHint: !isRead && (method === 'DELETE' || destroys.test(id)),
    idempotentHint: isRead || method === 'PUT' || method === 'DELETE',
    openWorldHint: false,
  }
}
