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
import { callTool } from './call-tool.ts'
import type { Caller, ReadResult, Surface, Tool, Toolsets } from './surface.ts'
import { type Choice, defaultToolsets, isWithin } from './toolset-choice.ts'
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

/** The gate's result for a request, as handlers receive it. */
export interface Admitted {
  actor: Actor
  choice: Choice
}

const instructions = `Atelier manages campaigns, boards and media work for agents and the people they work for.
Tools have the names of the API operations. A tool that starts a long task waits until it is done.
Ask a person with ask_person before you do anything that cannot be undone.
For more tools, use list_toolsets and enable_toolset, unless the URL already selects toolsets.`

/** An MCP server for one connection, or for one request without sessions. */
export function buildServer(deps: Deps, surface: Surface, connection: Connection): Server {
  const server = new Server(
    { name: 'atelier', title: 'Atelier', version },
    {
      capabilities: {
        tools: { listChanged: true },
        resources: { subscribe: true },
        prompts: {},
        completions: {},
        logging: {},
      },
      instructions,
    },
  )
  serveTools(deps, server, surface, connection)
  serveResources(deps, server, surface, connection)
  servePrompts(deps, server, surface)
  return server
}

function serveTools(deps: Deps, server: Server, surface: Surface, connection: Connection): void {
  server.setRequestHandler('tools/list', async ({ params }, ctx) => {
    const toolsets = toolsetsFor(server, surface, connection, admitted(ctx))
    const shown = shownTools(toolsets)
    const start = positionOf(params?.cursor)
    const end = start + toolsPerPage
    return {
      tools: shown.slice(start, end),
      ...(end < shown.length && { nextCursor: cursorAt(end) }),
    }
  })
  server.setRequestHandler('tools/call', async ({ params }, ctx) => {
    const { actor, choice } = admitted(ctx)
    const all = [...toolsetTools, ...surface.tools]
    const tool = all.find(({ definition }) => definition.name === params.name)
    if (!tool || !isWithin(choice, tool)) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${params.name}.`)
    }
    const toolsets = toolsetsFor(server, surface, connection, { actor, choice })
    const args = params.arguments ?? {}
    const result = await callTool(
      { deps, actor },
      tool,
      { args, toolsets, server, isEnded: connection.isEnded },
      ctx,
    )
    return server.projectCallToolResult(result, tool.definition.outputSchema)
  })
}

/** The tools for choosing toolsets come first, and only if the URL chose none. */
function shownTools({ allowed, choice, isOn }: Toolsets): ToolDefinition[] {
  const chooses = choice.toolsets === undefined ? toolsetTools : []
  return [...chooses, ...allowed.filter(isOn)].map(({ definition }) => definition)
}

function toolsetsFor(
  server: Server,
  { tools }: Surface,
  { enabled }: Connection,
  { actor, choice }: Admitted,
): Toolsets {
  return {
    choice,
    allowed: tools.filter((tool) => isWithin(choice, tool) && may(actor, tool)),
    isOn: ({ toolset }) =>
      toolset === undefined ||
      choice.toolsets !== undefined ||
      defaultToolsets.has(toolset) ||
      enabled?.has(toolset) === true,
    enable: async (name) => {
      if (!enabled) return false
      const isNew = !enabled.has(name)
      enabled.add(name)
      if (isNew) await server.sendToolListChanged()
      return true
    },
  }
}

function may({ permissions }: Actor, { permission }: Tool): boolean {
  return permission === 'any credential' || permissions.has(permission as never)
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
  server.setRequestHandler('prompts/get', async ({ params }) => {
    const { definition, messages } = named(params.name)
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

/** Every message passed the gate, so it contains the actor. */
function admitted({ http }: ServerContext): Admitted {
  const extra = http?.authInfo?.extra
  if (!extra) throw new ProtocolError(ProtocolErrorCode.InvalidRequest, 'Nobody is signed in.')
  return extra as unknown as Admitted
}

function cursorAt(position: number): string {
  return Buffer.from(String(position)).toString('base64url')
}

function positionOf(cursor: string | undefined): number {
  if (cursor === undefined) return 0
  const position = Number(Buffer.from(cursor, 'base64url').toString())
  if (Number.isSafeInteger(position) && position > 0) return position
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'The cursor is not valid.')
}
