import type {
  CallToolResult,
  ElicitRequestURLParams,
  InputRequiredResult,
  Prompt,
  PromptMessage,
  ReadResourceResult,
  Resource,
  ResourceTemplateType,
  ServerContext,
  Tool as ToolDefinition,
} from '@modelcontextprotocol/server'
import type { Deps } from '../../deps.ts'
import type { Access } from '../../http/operation.ts'
import type { Actor, Permission } from '../../http/permissions.ts'
import type { Problem } from '../../http/problem.ts'
import type { ResultForm } from './tool-result.ts'
import type { Choice } from './toolset-choice.ts'

/** Everything that a client can see. Tests add to it; the service does not change it. */
export interface Surface {
  tools: readonly Tool[]
  resources: readonly ResourceKind[]
  prompts: readonly PromptKind[]
  /** Work that clients with the Tasks extension follow. */
  tasks: readonly TaskKind[]
  /** What a model can do about a problem. */
  nextSteps(
    asked: Caller,
    failure: Problem,
    args: Args,
    known: readonly string[],
  ): Promise<string[]>
}

type Args = Record<string, unknown>

export interface Caller {
  deps: Deps
  actor: Actor
}

export interface Tool {
  /** Without an output schema, which costs more than all the rest. */
  definition: ToolDefinition
  /** Listed for clients that asked for structured results. */
  outputSchema?: ToolDefinition['outputSchema'] & object
  /** A name under which it can still be called; results then have their former format. */
  formerName?: string
  /** The group that enables it; undefined for tools that are always enabled. */
  toolset: string | undefined
  /** A second group. */
  alsoIn?: string
  permission: Access
  orPermission?: Permission | undefined
  isReadOnly: boolean
  /** Whether it may wait for work or people, so that its response must start early. */
  isSlow?: boolean
  call(call: ToolCall): Promise<CallToolResult>
}

export interface ToolCall extends Caller {
  args: Record<string, unknown>
  /** Aborted when no one waits for the result any more. */
  signal: AbortSignal
  /** Whether the client cancelled the call rather than just disconnected. */
  wasCancelled(): boolean
  /** Reports progress if the client requested it. */
  report(percent: number | undefined, message: string): Promise<void>
  /** Opens a page for the person at the client; undefined if the client cannot. */
  openPage:
    | ((
        page: Pick<ElicitRequestURLParams, 'message' | 'url' | 'elicitationId'>,
        signal: AbortSignal,
      ) => Promise<void>)
    | undefined
  /** The answers to an earlier `input_required` of the same call, and its verified state. */
  input: { responses: Record<string, unknown>; state: string | undefined } | undefined
  /** Whether the client can be asked for input in a result (2026 revision, with pages). */
  canRequireInput: boolean
  /** Whether the client follows long work as tasks. */
  hasTasks: boolean
  form: ResultForm
  toolsets: Toolsets
  /** Runs another tool as part of this call. */
  run(tool: Tool, args: Args): Promise<CallToolResult>
  /** The library's request context, for tools that need more than the above. */
  context: ServerContext
}

/** The client's choice, and what it can still enable. */
export interface Toolsets {
  choice: Choice
  /** All tools that the choice and the credential allow, enabled or not. */
  allowed: readonly Tool[]
  isOn(tool: Tool): boolean
  /** Returns false if the connection cannot store it. */
  enable(name: string): Promise<boolean>
}

/** A task as the Tasks extension shows it. */
export interface TaskView {
  taskId: string
  status: 'working' | 'input_required' | 'completed' | 'failed' | 'cancelled'
  statusMessage?: string
  createdAt: string
  lastUpdatedAt: string
  result?: CallToolResult
  error?: { code: number; message: string }
  inputRequests?: Record<string, unknown>
}

export interface TaskKind {
  /** Undefined if it is not one of its tasks; throws a problem if it does not exist. */
  read(asked: Caller, taskId: string): Promise<TaskView | undefined>
  update(asked: Caller, taskId: string, responses: Args): Promise<void>
  cancel(asked: Caller, taskId: string): Promise<void>
}

export interface ResourceKind {
  template?: ResourceTemplateType
  list(caller: Caller): Promise<Resource[]>
  /** Undefined if the URI has another kind; throws a problem if the resource does not exist. */
  read(caller: Caller, uri: string): Promise<ReadResult | undefined>
}

export interface ReadResult {
  contents: ReadResourceResult['contents']
  /** The same URI with the id that events use; clients may use slugs. */
  canonicalUri: string
}

export interface PromptKind {
  definition: Prompt
  messages(args: Record<string, string>): PromptMessage[]
  /** What the prompt must know from the client first (2026 revision). */
  requireInput?(responses: Args): InputRequiredResult | undefined
  /** Suggests values for an argument. */
  complete?(caller: Caller, argument: string, value: string): Promise<string[]>
}
