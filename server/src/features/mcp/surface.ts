import type {
  CallToolResult,
  ElicitRequestFormParams,
  ElicitResult,
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
import type { Actor } from '../../http/permissions.ts'
import type { Choice } from './toolset-choice.ts'

/** Everything that a client can see. Tests add to it; the service does not change it. */
export interface Surface {
  tools: readonly Tool[]
  resources: readonly ResourceKind[]
  prompts: readonly PromptKind[]
}

export interface Caller {
  deps: Deps
  actor: Actor
}

export interface Tool {
  definition: ToolDefinition
  /** The group that enables it; undefined for tools that are always enabled. */
  toolset: string | undefined
  permission: Access
  isReadOnly: boolean
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
  /** Shows a form to the person at the client; undefined if the client cannot. */
  elicit: Elicit | undefined
  toolsets: Toolsets
  /** The library's request context, for tools that need more than the above. */
  context: ServerContext
}

export type Elicit = (form: ElicitRequestFormParams, signal: AbortSignal) => Promise<ElicitResult>

/** The client's choice, and what it can still enable. */
export interface Toolsets {
  choice: Choice
  /** All tools that the choice and the credential allow, enabled or not. */
  allowed: readonly Tool[]
  isOn(tool: Tool): boolean
  /** Returns false if the connection cannot store it. */
  enable(name: string): Promise<boolean>
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
  /** Suggests values for an argument. */
  complete?(caller: Caller, argument: string, value: string): Promise<string[]>
}
