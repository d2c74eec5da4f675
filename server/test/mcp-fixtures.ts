import { setTimeout as sleep } from 'node:timers/promises'
import type {
  CallToolResult,
  ContentBlock,
  ElicitRequestFormParams,
  PromptMessage,
} from '@modelcontextprotocol/server'
import type {
  PromptKind,
  ResourceKind,
  Surface,
  Tool,
  ToolCall,
} from '../src/features/mcp/surface.ts'
import { fixtureTasks, modernPrompts, modernTools } from './mcp-fixtures-2026.ts'

/** Fixtures with fixed names for the protocol's conformance suite. Served to that suite only. */
export function withFixtures({ tools, resources, prompts, ...surface }: Surface): Surface {
  return {
    ...surface,
    tools: [...tools, ...fixtureTools, ...modernTools],
    resources: [...resources, ...fixtureResources],
    prompts: [...prompts, ...fixturePrompts, ...modernPrompts],
    tasks: [fixtureTasks, ...surface.tasks],
  }
}

const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='
const silence = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA='

const say = (text: string): ContentBlock => ({ type: 'text', text })
const image: ContentBlock = { type: 'image', data: pixel, mimeType: 'image/png' }
const embedded = (uri: string, mimeType: string, text: string): ContentBlock => ({
  type: 'resource',
  resource: { uri, mimeType, text },
})

function tool(
  name: string,
  call: (call: ToolCall) => Promise<ContentBlock[] | CallToolResult>,
  inputSchema: object = { properties: {} },
): Tool {
  return {
    definition: {
      name,
      description: `Fixture ${name}`,
      inputSchema: { type: 'object', ...inputSchema },
    },
    toolset: undefined,
    permission: 'any credential',
    isReadOnly: true,
    call: async (given) => {
      const result = await call(given)
      return Array.isArray(result) ? { content: result } : result
    },
  }
}

const forms: Record<string, ElicitRequestFormParams['requestedSchema']['properties']> = {
  test_elicitation_sep1034_defaults: {
    name: { type: 'string', default: 'John Doe' },
    age: { type: 'integer', default: 30 },
    score: { type: 'number', default: 95.5 },
    status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
    verified: { type: 'boolean', default: true },
  },
  test_elicitation_sep1330_enums: {
    untitledSingle: { type: 'string', enum: ['option1', 'option2', 'option3'] },
    titledSingle: { type: 'string', oneOf: titled('Option') },
    legacyEnum: {
      type: 'string',
      enum: ['opt1', 'opt2', 'opt3'],
      enumNames: ['Option One', 'Option Two', 'Option Three'],
    },
    untitledMulti: {
      type: 'array',
      items: { type: 'string', enum: ['option1', 'option2', 'option3'] },
    },
    titledMulti: { type: 'array', items: { anyOf: titled('Choice') } },
  },
}

function titled(word: string) {
  return ['First', 'Second', 'Third'].map((title, at) => ({
    const: `value${at + 1}`,
    title: `${title} ${word}`,
  }))
}

async function elicited(
  { context, signal }: ToolCall,
  message: string,
  properties: ElicitRequestFormParams['requestedSchema']['properties'],
  required: string[] = [],
) {
  const requestedSchema = { type: 'object' as const, properties, required }
  const options = { relatedRequestId: context.mcpReq.id, signal }
  const form = { message, requestedSchema }
  const { action, content } = await context.mcpReq.elicitInput(form, options)
  return `action=${action}, content=${JSON.stringify(content ?? {})}`
}

const fixtureTools: Tool[] = [
  tool('test_simple_text', async () => [say('This is a simple text response for testing.')]),
  tool('test_image_content', async () => [image]),
  tool('test_audio_content', async () => [{ type: 'audio', data: silence, mimeType: 'audio/wav' }]),
  tool('test_embedded_resource', async () => [
    embedded('test://embedded-resource', 'text/plain', 'This is an embedded resource content.'),
  ]),
  tool('test_multiple_content_types', async () => [
    say('Multiple content types test:'),
    image,
    embedded('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
  ]),
  tool('test_tool_with_logging', async ({ context }) => {
    for (const line of ['started', 'processing data', 'completed']) {
      await context.mcpReq.log('info', `Tool execution ${line}`)
      await sleep(50)
    }
    return [say('Logged.')]
  }),
  tool('test_tool_with_progress', async ({ report }) => {
    for (const percent of [0, 50, 100]) {
      await report(percent, 'working')
      await sleep(50)
    }
    return [say('Done.')]
  }),
  tool('test_error_handling', async () => ({
    isError: true,
    content: [say('This tool intentionally returns an error for testing')],
  })),
  tool(
    'test_sampling',
    async ({ args, context }) => {
      const content = { type: 'text' as const, text: String(args.prompt) }
      const messages = [{ role: 'user' as const, content }]
      const answer = await context.mcpReq.requestSampling({ messages, maxTokens: 100 })
      return [say(`LLM response: ${JSON.stringify(answer.content)}`)]
    },
    { properties: { prompt: { type: 'string' } }, required: ['prompt'] },
  ),
  tool(
    'test_elicitation',
    async (call) => {
      const username = { type: 'string' as const, description: "User's response" }
      const email = { type: 'string' as const, description: "User's email address" }
      const both = { username, email }
      const said = await elicited(call, String(call.args.message), both, Object.keys(both))
      return [say(`User response: ${said}`)]
    },
    { properties: { message: { type: 'string' } }, required: ['message'] },
  ),
  ...Object.entries(forms).map(([name, fields]) =>
    tool(name, async (call) => [
      say(`Elicitation completed: ${await elicited(call, name, fields)}`),
    ]),
  ),
  tool('test_reconnection', async ({ context }) => {
    // The client is disconnected in the middle, and gets the result when it reconnects.
    context.http?.closeSSE?.()
    await sleep(100)
    return [say('Reconnected.')]
  }),
  tool('json_schema_2020_12_tool', async () => [say('ok')], {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $defs: {
      address: {
        $anchor: 'addressDef',
        type: 'object',
        properties: { street: { type: 'string' }, city: { type: 'string' } },
      },
    },
    properties: { name: { type: 'string' }, address: { $ref: '#/$defs/address' } },
    allOf: [{ anyOf: [{ required: ['name'] }, { required: ['address'] }] }],
    anyOf: [{ required: ['name'] }, { required: ['address'] }],
    if: { required: ['name'] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { properties: { name: { minLength: 1 } } },
    else: { required: ['address'] },
    additionalProperties: false,
  }),
]

function resource(uri: string, content: object): ResourceKind {
  return {
    list: async () => [{ uri, name: uri }],
    read: async (_, asked) =>
      asked === uri
        ? { canonicalUri: uri, contents: [{ uri, ...content } as { uri: string; text: string }] }
        : undefined,
  }
}

const fixtureResources: ResourceKind[] = [
  resource('test://static-text', {
    mimeType: 'text/plain',
    text: 'This is the content of the static text resource.',
  }),
  resource('test://static-binary', { mimeType: 'image/png', blob: pixel }),
  resource('test://watched-resource', { mimeType: 'text/plain', text: 'Watched.' }),
  {
    template: { name: 'template', uriTemplate: 'test://template/{id}/data' },
    list: async () => [],
    read: async (_, uri) => {
      const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1]
      if (!id) return undefined
      const text = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` })
      return { canonicalUri: uri, contents: [{ uri, mimeType: 'application/json', text }] }
    },
  },
]

function prompt(
  name: string,
  args: string[],
  contents: (given: Record<string, string>) => ContentBlock[],
): PromptKind {
  return {
    definition: {
      name,
      description: `Fixture ${name}`,
      arguments: args.map((argument) => ({ name: argument, required: true })),
    },
    messages: (given): PromptMessage[] =>
      contents(given).map((content) => ({ role: 'user', content })),
  }
}

const fixturePrompts: PromptKind[] = [
  prompt('test_simple_prompt', [], () => [say('This is a simple prompt for testing.')]),
  prompt('test_prompt_with_arguments', ['arg1', 'arg2'], ({ arg1, arg2 }) => [
    say(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`),
  ]),
  prompt('test_prompt_with_embedded_resource', ['resourceUri'], ({ resourceUri }) => [
    embedded(resourceUri ?? '', 'text/plain', 'Embedded resource content for testing.'),
    say('Please process the embedded resource above.'),
  ]),
  prompt('test_prompt_with_image', [], () => [image, say('Please analyze the image above.')]),
]
