import type { JSONObject } from '@modelcontextprotocol/server'
import { Type } from 'typebox'
import type { OperationCaller } from '../../../http/call-operation.ts'
import { invalid, problem } from '../../../http/problem.ts'
import type { Tool, Toolsets } from '../surface.ts'
import { similarNames } from '../tool-names.ts'
import { valueResult } from '../tool-result.ts'
import { commonTool } from './common-tool.ts'
import { describeSignature } from './signature.ts'

const FindTools = Type.Object({
  query: Type.String({ minLength: 1, maxLength: 200, description: 'What you want to do.' }),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 20, default: 5 })),
})

const CallTool = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 100 }),
  arguments: Type.Optional(Type.Object({}, { additionalProperties: true })),
})

/** Two tools that reach all others without listing them. */
export function anyTools(caller: OperationCaller): Tool[] {
  return [
    commonTool(caller, {
      name: 'find_tools',
      title: 'Find more tools',
      description:
        'Searches all operations of Atelier, such as comments, video, webhooks or team chat. Returns names and arguments for call_tool.',
      permission: 'any credential',
      isReadOnly: true,
      input: FindTools,
      call: async ({ call }, { query, limit = 5 }) => {
        const found = search(call.toolsets.allowed, query).slice(0, limit)
        const tools = found.map(({ definition }) => ({
          name: definition.name,
          description: definition.description?.slice(0, 300),
          arguments: describeSignature(definition.inputSchema as JSONObject),
        }))
        const toolsets = [...new Set(call.toolsets.allowed.flatMap(({ toolset }) => toolset ?? []))]
        const none = `No tool matches. Topics: ${toolsets.join(', ')}.`
        return valueResult(tools.length > 0 ? { tools } : { tools, note: none }, call.form)
      },
    }),
    commonTool(caller, {
      name: 'call_tool',
      title: 'Call any tool',
      description: 'Calls a tool from find_tools.',
      permission: 'any credential',
      isReadOnly: true,
      annotations: { readOnlyHint: false, destructiveHint: true },
      input: CallTool,
      call: async ({ call }, { name, arguments: args = {} }) => {
        const tool = findTool(call.toolsets.allowed, name)
        if (!tool) throw unknownTool(call.toolsets, name)
        if (tool.definition.name === 'call_tool') throw invalid('name', 'must be another tool')
        const key = call.args._idempotency_key
        const given: Record<string, unknown> = {
          ...args,
          ...(key !== undefined && { _idempotency_key: key }),
        }
        return call.run(tool, given)
      },
    }),
  ]
}

/** By its name, or by its former one. */
export function findTool(tools: readonly Tool[], name: string): Tool | undefined {
  return (
    tools.find(({ definition }) => definition.name === name) ??
    tools.find(({ formerName }) => formerName === name)
  )
}

function unknownTool({ allowed }: Toolsets, name: string) {
  const names = allowed.map(({ definition }) => definition.name)
  const similar = similarNames(name, names)
  const meant = similar.length > 0 ? ` Did you mean ${similar.join(', ')}?` : ''
  return problem('validation_failed', {
    detail: `There is no tool ${name}.${meant} Search with find_tools.`,
    errors: [{ path: 'name', message: 'is not a tool that this credential may call' }],
  })
}

/** Words that people use for what the API calls otherwise. */
const synonyms: Readonly<Record<string, string>> = {
  card: 'task',
  cards: 'task',
  column: 'status',
  columns: 'status',
  file: 'asset',
  files: 'asset',
  image: 'asset',
  person: 'member',
  people: 'member',
  user: 'member',
  invite: 'invitation',
  job: 'task',
  speech: 'audio',
  hook: 'webhook',
  message: 'notification',
}

/** Tools with the most of the words, those in the name counting most. */
function search(tools: readonly Tool[], query: string): Tool[] {
  const words = query
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1)
  const wanted = words.map((word) => [stem(word), stem(synonyms[word] ?? word)])
  const score = ({ definition, toolset = '' }: Tool) => {
    const name = `_${definition.name}_`
    const about = `${definition.title} ${definition.description} ${toolset}`.toLowerCase()
    return wanted.reduce((sum, forms) => {
      if (forms.some((form) => name.includes(`_${form}`))) return sum + 3
      return forms.some((form) => about.includes(form)) ? sum + 1 : sum
    }, 0)
  }
  return tools
    .map((tool) => ({ tool, score: score(tool) - tool.definition.name.length / 100 }))
    .filter((one) => one.score > 0.5)
    .sort((a, b) => b.score - a.score)
    .map(({ tool }) => tool)
}

/** "boards" also finds "board". */
function stem(word: string): string {
  return word.length > 3 ? word.replace(/(ies|es|s)$/, (end) => (end === 'ies' ? 'y' : '')) : word
}
