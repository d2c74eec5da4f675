import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
  type ServerContext,
  type Tool as ToolDefinition,
} from '@modelcontextprotocol/server'
import type { Deps } from '../../deps.ts'
import { toProblem } from '../../http/errors.ts'
import type { Actor } from '../../http/permissions.ts'
import type { Problem } from '../../http/problem.ts'
import { version } from '../../version.ts'
import { appsExtension } from './apps/app-resources.ts'
import { type AuthorizedRequest, admitted } from './authorized-request.ts'
import { callTool } from './call-tool.ts'
import { findTool } from './common/any-tool.ts'
import { openState } from './request-state.ts'
import { serveTasks, tasksExtension } from './serve-tasks.ts'
import type { Caller, ReadResult, Surface, Tool, Toolsets } from './surface.ts'
import { similarNames } from './tool-names.ts'
import type { ResultForm } from './tool-result.ts'
import { belongsTo, isWithin, shownToolset } from './toolset-choice.ts'
import { toolsetTools } from './toolset-tools.ts'

const toolsPerPage = 100
const maxCompletions = 100

/** The state of a connection in addition to its requests. */
export interface Connection {
  /** The toolsets that enable_toolset added; undefined without a session to store them in. */
  enabled: Set<string> | undefined
  /** True once we end the connection, so that an aborted call does not count as cancelled. */
  isEnded(): boolean
  subscribe(caller: Caller, uri: string, read: ReadResult): Promise<void>
  unsubscribe(uri: string): void
}

const instructions = `Atelier manages campaigns, boards and media work for agents and the people they work for.
Tools wait until their work is done. Names of boards, columns, people and files work wherever ids do.
Everything else that Atelier can do: find_tools, then call_tool.
Ask with ask_person before you publish, delete or spend.`

/** An MCP server for one connection, or for one request without sessions. */
export function buildServer(deps: Deps, surface: Surface, connection: Connection): Server {
  const server = new Server(
    { name: 'atelier', title: 'Atelier', version },
    {
      capabilities: {
        // Without a session, nobody can add toolsets.
        tools: connection.enabled ? { listChanged: true } : {},
        resources: { subscribe: true },
        prompts: {},
        completions: {},
        logging: {},
        extensions: { [tasksExtension]: {}, [appsExtension]: {} },
      },
      instructions,
      requestState: {
        verify: (state, ctx) => {
          if (!openState(deps, admitted(ctx).actor, state)) throw new Error('not our state')
        },
      },
      cacheHints: {
        'tools/list': { ttlMs: 300_000, cacheScope: 'private' },
        'prompts/list': { ttlMs: 3_600_000, cacheScope: 'private' },
      },
    },
  )
  serveTools(deps, server, surface, connection)
  serveResources(deps, server, surface, connection)
  servePrompts(deps, server, surface)
  serveTasks(deps, server, surface)
  return server
}

function serveTools(deps: Deps, server: Server, surface: Surface, connection: Connection): void {
  server.setRequestHandler('tools/list', async ({ params }, ctx) => {
    const toolsets = chooseToolsets(ctx, surface, connection)
    const shown = shownTools(toolsets)
    const start = parseCursor(params?.cursor)
    const end = start + toolsPerPage
    return {
      tools: shown.slice(start, end),
      ...(end < shown.length && { nextCursor: writeCursor(end) }),
    }
  })
  server.setRequestHandler('tools/call', async ({ params }, ctx) => {
    const { actor, choice } = admitted(ctx)
    const all = [...toolsetTools, ...surface.tools]
    const tool = findTool(all, params.name)
    if (!tool || !isWithin(choice, tool)) {
      const names = all.filter((one) => isWithin(choice, one)).map((one) => one.definition.name)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, noTool(params.name, names))
    }
    const toolsets = chooseToolsets(ctx, surface, connection)
    const args = params.arguments ?? {}
    const result = await callTool(
      { deps, actor },
      tool,
      {
        args,
        form: chooseForm(choice, tool, params.name),
        toolsets,
        surface,
        server,
        isEnded: connection.isEnded,
      },
      ctx,
    )
    return 'resultType' in result ? result : server.projectCallToolResult(result, tool.outputSchema)
  })
}

function noTool(name: string, names: string[]): string {
  const similar = similarNames(name, names)
  const meant = similar.length > 0 ? ` Did you mean ${similar.join(', ')}?` : ''
  return `There is no tool ${name}.${meant} Search with find_tools.`
}

/** Programs that use a former name get the format that they know. */
function chooseForm(
  { isStructured }: AuthorizedRequest['choice'],
  tool: Tool,
  name: string,
): ResultForm {
  if (isStructured) return 'structured'
  return name === tool.formerName ? 'both' : 'text'
}

function shownTools({ allowed, choice, isOn }: Toolsets): ToolDefinition[] {
  return allowed.filter(isOn).map(({ definition, outputSchema }) => ({
    ...definition,
    ...(choice.isStructured && outputSchema && { outputSchema }),
  }))
}

function chooseToolsets(ctx: ServerContext, { tools }: Surface, { enabled }: Connection): Toolsets {
  const { actor, choice } = admitted(ctx)
  return {
    choice,
    allowed: tools.filter((tool) => isWithin(choice, tool) && may(actor, tool)),
    isOn: (tool) =>
      tool.toolset === undefined ||
      choice.toolsets !== undefined ||
      belongsTo(tool, shownToolset) ||
      enabled?.has(tool.toolset) === true,
    enable: async (name) => {
      if (!enabled) return false
      const isNew = !enabled.has(name)
      enabled.add(name)
      // With the response: a stream for notifications may not be open yet.
      if (isNew) await ctx.mcpReq.notify({ method: 'notifications/tools/list_changed' })
      return true
    },
  }
}

function may({ permissions }: Actor, { permission, orPermission }: Tool): boolean {
  if (permission === 'any credential' || permissions.has(permission as never)) return true
  return orPermission !== undefined && permissions.has(orPermission)
}

function serveResources(
  deps: Deps,
  server: Server,
  { resources }: Surface,
  connection: Connection,
): void {
  const read = async (ctx: ServerContext, uri: string) => {
    const caller = { deps, actor: admitted(ctx).actor }
    const found = await firstRead(resources, caller, uri)
    if (!found) throw new ResourceNotFoundError(uri)
    return { caller, found }
  }
  server.setRequestHandler('resources/list', async (_request, ctx) => {
    const caller = { deps, actor: admitted(ctx).actor }
    return { resources: (await Promise.all(resources.map((kind) => kind.list(caller)))).flat() }
  })
  server.setRequestHandler('resources/templates/list', async () => ({
    resourceTemplates: resources.flatMap(({ template }) => template ?? []),
  }))
  server.setRequestHandler('resources/read', async ({ params }, ctx) => {
    const { found } = await read(ctx, params.uri)
    return { contents: found.contents }
  })
  server.setRequestHandler('resources/subscribe', async ({ params }, ctx) => {
    const { caller, found } = await read(ctx, params.uri)
    await connection.subscribe(caller, params.uri, found)
    return {}
  })
  server.setRequestHandler('resources/unsubscribe', async ({ params }) => {
    connection.unsubscribe(params.uri)
    return {}
  })
}

/** Undefined if the resource does not exist or the credential may not see it. */
export async function firstRead(
  resources: Surface['resources'],
  caller: Caller,
  uri: string,
): Promise<ReadResult | undefined> {
  try {
    for (const kind of resources) {
      const found = await kind.read(caller, uri)
      if (found) return found
    }
    return undefined
  } catch (error) {
    const { status, detail } = toProblem(error as Problem, undefined)
    if (status === 404 || status === 400) return undefined
    if (status >= 500) caller.deps.log.error({ err: error, uri }, 'could not read a resource')
    const code = status >= 500 ? ProtocolErrorCode.InternalError : ProtocolErrorCode.InvalidParams
    throw new ProtocolError(code, detail)
  }
}

function servePrompts(deps: Deps, server: Server, { prompts }: Surface): void {
  const named = (name: string) => {
    const prompt = prompts.find(({ definition }) => definition.name === name)
    if (prompt) return prompt
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no prompt ${name}.`)
  }
  server.setRequestHandler('prompts/list', async () => ({
    prompts: prompts.map(({ definition }) => definition),
  }))
  server.setRequestHandler('prompts/get', async ({ params }, ctx) => {
    const { definition, messages, requireInput } = named(params.name)
    const required = requireInput?.(ctx.mcpReq.inputResponses ?? {})
    if (required) return required
    const args = params.arguments ?? {}
    for (const { name, required } of definition.arguments ?? []) {
      if (required && !args[name]) {
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, `The argument ${name} is missing.`)
      }
    }
    const { description } = definition
    return { ...(description && { description }), messages: messages(args) }
  })
  server.setRequestHandler('completion/complete', async ({ params }, ctx) => {
    const { ref, argument } = params
    const caller = { deps, actor: admitted(ctx).actor }
    const prompt = ref.type === 'ref/prompt' ? named(ref.name) : undefined
    const values = (await prompt?.complete?.(caller, argument.name, argument.value)) ?? []
    return {
      completion: {
        values: values.slice(0, maxCompletions),
        total: values.length,
        hasMore: values.length > maxCompletions,
      },
    }
  })
}

function writeCursor(position: number): string {
  return Buffer.from(String(position)).toString('base64url')
}

function parseCursor(cursor: string | undefined): number {
  if (cursor === undefined) return 0
  const position = Number(Buffer.from(cursor, 'base64url').toString())
  if (Number.isSafeInteger(position) && position > 0) return position
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'The cursor is not valid.')
}
