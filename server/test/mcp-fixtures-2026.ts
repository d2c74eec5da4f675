import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  acceptedContent,
  type CallToolResult,
  type ElicitInputParams,
  type InputRequiredSpec,
  inputRequired,
  MissingRequiredClientCapabilityError,
} from '@modelcontextprotocol/server'
import { taskHandle } from '../src/features/mcp/jobs/task-result.ts'
import { sealState } from '../src/features/mcp/request-state.ts'
import type { PromptKind, TaskKind, TaskView, Tool, ToolCall } from '../src/features/mcp/surface.ts'

/** Fixtures of the suite for the 2026-07-28 revision. Served to that suite only. */
type Fields = ElicitInputParams['requestedSchema'] extends { properties: infer P } ? P : never

const form = (message: string, name: string, type: 'string' | 'boolean' = 'string') =>
  inputRequired.elicit({
    message,
    requestedSchema: {
      type: 'object',
      properties: { [name]: { type } } as Fields,
      required: [name],
    },
  } as ElicitInputParams)

const sample = (text: string) =>
  inputRequired.createMessage({
    messages: [{ role: 'user', content: { type: 'text', text } }],
    maxTokens: 100,
  })

const say = (text: string): CallToolResult => ({ content: [{ type: 'text', text }] })

const ask = (spec: InputRequiredSpec) => inputRequired(spec) as unknown as CallToolResult

const seal = ({ deps, actor }: ToolCall, name: string) => sealState(deps, actor, [name])

function tool(name: string, call: Tool['call'], properties: object = {}): Tool {
  const inputSchema = { type: 'object' as const, properties: { ...properties } }
  return {
    definition: { name, description: `Fixture ${name}`, inputSchema },
    toolset: undefined,
    permission: 'any credential',
    isReadOnly: true,
    call,
  }
}

const readName = ({ input }: ToolCall) =>
  acceptedContent<{ name: unknown }>(input?.responses, 'user_name')?.name

const inputTools: Tool[] = [
  tool('test_input_required_result_elicitation', async (call) => {
    const name = readName(call)
    if (typeof name === 'string') return say(`Hello, ${name}!`)
    return ask({ inputRequests: { user_name: form('What is your name?', 'name') } })
  }),
  tool('test_input_required_result_sampling', async ({ input }) => {
    const answer = input?.responses.capital_question
    if (answer) return say(`The model says ${JSON.stringify(answer)}`)
    return ask({ inputRequests: { capital_question: sample('What is the capital of France?') } })
  }),
  tool('test_input_required_result_list_roots', async ({ input }) => {
    const answer = input?.responses.client_roots
    if (answer) return say(`Roots: ${JSON.stringify(answer)}`)
    return ask({ inputRequests: { client_roots: inputRequired.listRoots() } })
  }),
  ...['test_input_required_result_request_state', 'test_input_required_result_tampered_state'].map(
    (name) =>
      tool(name, async (call) => {
        // The server has verified the state before.
        if (call.input?.state !== undefined) return say('state-ok')
        const inputRequests = { confirm: form('Please confirm', 'ok', 'boolean') }
        return ask({ inputRequests, requestState: seal(call, name) })
      }),
  ),
  tool('test_input_required_result_multiple_inputs', async (call) => {
    if (call.input?.state !== undefined) return say(JSON.stringify(call.input.responses))
    const inputRequests = {
      user_name: form('What is your name?', 'name'),
      greeting: sample('Generate a greeting'),
      client_roots: inputRequired.listRoots(),
    }
    return ask({ inputRequests, requestState: seal(call, 'several') })
  }),
  tool('test_input_required_result_multi_round', async (call) => {
    const responses: Record<string, unknown> = call.input?.responses ?? {}
    if (responses.step2) return say(`Done: ${JSON.stringify(responses.step2)}`)
    const requestState = seal(call, responses.step1 ? 'second' : 'first')
    const inputRequests = responses.step1
      ? { step2: form('Step 2: What is your favorite color?', 'color') }
      : { step1: form('Step 1: What is your name?', 'name') }
    return ask({ inputRequests, requestState })
  }),
  tool('test_input_required_result_capabilities', async ({ context, input }) => {
    if (input) return say('Thanks.')
    const { envelope } = context.mcpReq as { envelope?: Record<string, Record<string, unknown>> }
    const declared = envelope?.['io.modelcontextprotocol/clientCapabilities'] ?? {}
    const inputRequests = {
      ...(declared.elicitation !== undefined && { user_name: form('Who?', 'name') }),
      ...(declared.sampling !== undefined && { greeting: sample('Greet') }),
    }
    return ask({ inputRequests, requestState: '' })
  }),
  tool('test_streaming_elicitation', async (call) => {
    if (call.input) return say('Thanks.')
    await call.report(50, 'asking')
    return ask({ inputRequests: { user_name: form('Who?', 'name') } })
  }),
  tool('test_missing_capability', async ({ context }) => {
    const { envelope } = context.mcpReq as { envelope?: Record<string, Record<string, unknown>> }
    if (envelope?.['io.modelcontextprotocol/clientCapabilities']?.sampling) return say('ok')
    throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } })
  }),
  tool('test_logging_tool', async ({ context }) => {
    await context.mcpReq.log('info', 'Logged.')
    return say('Logged.')
  }),
]

interface Work {
  view: TaskView
  keys: Set<string>
}

const work = new Map<string, Work>()

function begin(extra: Partial<TaskView>, run?: (task: Work) => Promise<void>): CallToolResult {
  const taskId = randomUUID()
  const at = new Date().toISOString()
  const view: TaskView = { taskId, status: 'working', createdAt: at, lastUpdatedAt: at, ...extra }
  const task = { view, keys: new Set<string>() }
  work.set(taskId, task)
  void run?.(task)
  const { status, createdAt, lastUpdatedAt } = view
  return taskHandle({ taskId, status, createdAt, lastUpdatedAt })
}

function end(task: Work, change: Partial<TaskView>): void {
  if (task.view.status === 'cancelled') return
  const { inputRequests: _, ...view } = task.view
  task.view = { ...view, lastUpdatedAt: new Date().toISOString(), ...change }
}

/** Work in memory, for the scenarios of the Tasks extension. */
export const fixtureTasks: TaskKind = {
  read: async (_, taskId) => work.get(taskId)?.view,
  update: async (_, taskId, responses) => {
    const task = work.get(taskId)
    if (task?.view.status !== 'input_required') return
    const left = { ...task.view.inputRequests }
    for (const key of Object.keys(responses)) delete left[key]
    if (Object.keys(left).length > 0) task.view = { ...task.view, inputRequests: left }
    else end(task, { status: 'completed', result: say(`Got ${JSON.stringify(responses)}`) })
  },
  cancel: async (_, taskId) => {
    const task = work.get(taskId)
    const isOpen = task?.view.status === 'working' || task?.view.status === 'input_required'
    if (task && isOpen) end(task, { status: 'cancelled' })
  },
}

const requireTasks = ({ hasTasks }: ToolCall) => {
  if (hasTasks) return
  const extensions = { 'io.modelcontextprotocol/tasks': {} }
  throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { extensions } })
}

const taskTools: Tool[] = [
  tool('greet', async ({ args }) => say(`Hello, ${args.name}!`), { name: { type: 'string' } }),
  tool(
    'slow_compute',
    async ({ args, hasTasks }) => {
      const ms = Number(args.seconds ?? 1) * 1000
      const result = say(`Computed ${args.label ?? ''}`)
      if (!hasTasks) return result
      return begin({}, async (task) => {
        await sleep(ms, undefined, { ref: false })
        end(task, { status: 'completed', result })
      })
    },
    { seconds: { type: 'number' }, label: { type: 'string' } },
  ),
  tool('failing_job', async (call) => {
    requireTasks(call)
    return begin({}, async (task) => {
      await sleep(500)
      end(task, { status: 'completed', result: { ...say('It failed.'), isError: true } })
    })
  }),
  tool('protocol_error_job', async () =>
    begin({}, async (task) => {
      end(task, { status: 'failed', error: { code: -32_603, message: 'Internal error' } })
    }),
  ),
  tool('confirm_delete', async () =>
    begin({ status: 'input_required', inputRequests: { confirm: form('Delete?', 'confirm') } }),
  ),
  tool('multi_input', async () => {
    const inputRequests = { first: form('First?', 'value'), second: form('Second?', 'value') }
    return begin({ status: 'input_required', inputRequests })
  }),
  tool('test_tool_with_task', async (call) => {
    requireTasks(call)
    const name = readName(call)
    if (name === undefined) {
      const inputRequests = { user_name: form('Who?', 'name') }
      return ask({ inputRequests, requestState: seal(call, 'task') })
    }
    return begin({}, async (task) => end(task, { status: 'completed', result: say(`${name}`) }))
  }),
]

export const modernTools: Tool[] = [...inputTools, ...taskTools]

export const modernPrompts: PromptKind[] = [
  {
    definition: { name: 'test_input_required_result_prompt', description: 'Fixture' },
    requireInput: (responses) =>
      responses.user_context
        ? undefined
        : inputRequired({
            inputRequests: {
              user_context: form('What context should the prompt use?', 'context'),
            },
          }),
    messages: () => [{ role: 'user', content: { type: 'text', text: 'With context.' } }],
  },
]
