import {
  type CallToolResult,
  ProtocolError,
  SdkError,
  SdkErrorCode,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { toProblem } from '../../http/errors.ts'
import type { Problem } from '../../http/problem.ts'
import { tasksExtension } from './serve-tasks.ts'
import type { Caller, Surface, Tool, ToolCall, Toolsets } from './surface.ts'
import { problemResult, type ResultForm } from './tool-result.ts'

/** People take their time, but timers cannot run much longer. */
const longestPageMs = 24 * 3_600_000

interface ToolContext {
  args: Record<string, unknown>
  form: ResultForm
  toolsets: Toolsets
  surface: Surface
  server: Server
  isEnded(): boolean
}

/** Runs a tool. Reports errors to the model as problems that it can act on. */
export async function callTool(
  { deps, actor }: Caller,
  tool: Tool,
  { args, form, toolsets, surface, server, isEnded }: ToolContext,
  ctx: ServerContext,
): Promise<CallToolResult> {
  const { signal, _meta: meta } = ctx.mcpReq
  const call: ToolCall = {
    deps,
    actor,
    args: addKey(args, meta),
    form,
    signal,
    wasCancelled: () => signal.aborted && !isEnded() && !hasLeft(server, signal),
    report: reporter(ctx),
    openPage: pageOpener(server, ctx),
    ...readInput(server, ctx),
    toolsets,
    context: ctx,
    run: (other, given) => runTool(surface, other, { ...call, args: given }),
  }
  return runTool(surface, tool, call)
}

async function runTool(surface: Surface, tool: Tool, call: ToolCall): Promise<CallToolResult> {
  const { deps, actor } = call
  try {
    return await tool.call(call)
  } catch (error) {
    if (error instanceof ProtocolError) throw error
    const failure = toProblem(error as Problem, undefined)
    const requestId = actor.requestId ?? ''
    const { name, inputSchema } = tool.definition
    if (failure.status >= 500) {
      deps.log.error({ err: error, request_id: requestId, tool: name }, 'tool failed')
    }
    const known = Object.keys(inputSchema.properties ?? {})
    const steps = await surface.nextSteps(call, failure, call.args, known).catch(() => [])
    return problemResult(failure, requestId, steps)
  }
}

/** The key may also be in `_meta`, where the model does not see it. */
function addKey(
  args: Record<string, unknown>,
  meta: Record<string, unknown> | undefined,
): Record<string, unknown> {
  const key = meta?.['atelier/idempotency_key']
  return typeof key === 'string' ? { _idempotency_key: key, ...args } : args
}

/** Calls outlive a closing session; without sessions, disconnecting cancels a call. */
function hasLeft(server: Server, { reason }: AbortSignal): boolean {
  const isClosed = reason instanceof SdkError && reason.code === SdkErrorCode.ConnectionClosed
  return isClosed && !isModern(server)
}

/** The 2026 revision has no connections: each request carries what a session would know. */
function isModern(server: Server): boolean {
  const negotiated = server.getNegotiatedProtocolVersion()
  return negotiated !== undefined && negotiated >= '2026-07-28'
}

/** What a client of the 2026 revision can do instead of keeping a connection. */
function readInput(server: Server, { mcpReq }: ServerContext) {
  const { extensions, elicitation } = server.getClientCapabilities() ?? {}
  const isNew = isModern(server)
  const { inputResponses } = mcpReq
  const state = mcpReq.requestState()
  return {
    hasTasks: isNew && extensions?.[tasksExtension] !== undefined,
    canRequireInput: isNew && elicitation?.url !== undefined,
    input:
      inputResponses === undefined && state === undefined
        ? undefined
        : { responses: inputResponses ?? {}, state: typeof state === 'string' ? state : undefined },
  }
}

/** Progress must increase even if nothing is known except that work continues. */
function reporter({ mcpReq }: ServerContext): ToolCall['report'] {
  const progressToken = mcpReq._meta?.progressToken
  let last = 0
  return async (percent, message) => {
    if (progressToken === undefined || mcpReq.signal.aborted) return
    last = percent === undefined ? last + 1 : Math.max(percent, last + 0.001)
    await mcpReq.notify({
      method: 'notifications/progress',
      params: {
        progressToken,
        progress: last,
        ...(percent !== undefined && { total: 100 }),
        message,
      },
    })
  }
}

/** A page can be opened during a call only if the server can reach the client. */
function pageOpener(server: Server, { mcpReq }: ServerContext): ToolCall['openPage'] {
  if (isModern(server) || !server.getClientCapabilities()?.elicitation?.url) return undefined
  // Without the id it would go to the client's second stream, which may not be open yet.
  const options = { timeout: longestPageMs, relatedRequestId: mcpReq.id }
  return async (page, signal) => {
    await mcpReq.elicitInput({ mode: 'url', ...page }, { ...options, signal })
  }
}
