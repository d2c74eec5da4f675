import { problem } from '../../http/problem.ts'
import type { Tool, ToolCall } from './surface.ts'
import { valueResult } from './tool-result.ts'

/** Not listed: they serve clients that enabled toolsets before find_tools and call_tool existed. */
export const toolsetTools: readonly Tool[] = [
  {
    definition: {
      name: 'list_toolsets',
      title: 'List toolsets',
      description:
        'Lists the toolsets, their tools, and which are enabled. Enable one with enable_toolset.',
      inputSchema: { type: 'object', properties: {}, additionalProperties: false },
      annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    },
    toolset: undefined,
    permission: 'any credential',
    isReadOnly: true,
    call: async ({ toolsets }) =>
      bothForms({
        toolsets: listNames(toolsets.allowed).map((name) => ({
          name,
          enabled: toolsets.allowed.some((tool) => tool.toolset === name && toolsets.isOn(tool)),
          tools: toolNames(toolsets.allowed, name),
        })),
      }),
  },
  {
    definition: {
      name: 'enable_toolset',
      title: 'Enable a toolset',
      description:
        'Adds the tools of a toolset to the list. Returns them, so that you can call them immediately.',
      inputSchema: {
        type: 'object',
        properties: { toolset: { type: 'string', description: 'A name from list_toolsets.' } },
        required: ['toolset'],
        additionalProperties: false,
      },
      annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    },
    toolset: undefined,
    permission: 'any credential',
    isReadOnly: true,
    call: enableToolset,
  },
]

async function enableToolset({ args, toolsets }: ToolCall) {
  const name = String(args.toolset ?? '')
  const tools = toolsets.allowed.filter(({ toolset }) => toolset === name)
  if (tools.length === 0) {
    const known = listNames(toolsets.allowed).join(', ')
    throw problem('validation_failed', {
      detail: `There is no toolset "${name}". Available: ${known}.`,
      errors: [{ path: 'toolset', message: `must be one of ${known}` }],
    })
  }
  const listed = await toolsets.enable(name)
  return bothForms({ toolset: name, listed, tools: tools.map(({ definition }) => definition) })
}

const bothForms = (value: object) => valueResult(value, 'both')

function listNames(tools: readonly Tool[]): string[] {
  return [...new Set(tools.flatMap(({ toolset }) => toolset ?? []))]
}

function toolNames(tools: readonly Tool[], toolset: string): string[] {
  return tools.filter((tool) => tool.toolset === toolset).map(({ definition }) => definition.name)
}
