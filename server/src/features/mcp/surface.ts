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

/** Everything that a client can see; tests add to it, the service does not change it. */
export interface Surface {
  tools: readonly Tool[]
  resources: readonly ResourceKind[]
  prompts: readonly PromptKind[]
}

/** For whom something is done, and with what. */
export interface Caller {
  deps: Deps
  actor: Actor
}

export interface Tool {
  definition: ToolDefinition
  /** The group that it is switched on with; undefined for tools that are always there. */
  toolset: string | undefined
  permission: Access
  isReadOnly: boolean
  call(call: ToolCall): Promise<CallToolResult>
}

export interface ToolCall extends Caller {
  args: Record<string, unknown>
  /** Aborted when nobody waits for the result any more. */
  signal: AbortSignal
  /** Whether the client has said that it does not want the result, and did not just go away. */
  wasCancelled(): boolean
  /** A sign of life, if the client asked for them. */
  report(percent: number | undefined, message: string): Promise<void>
  /** Shows a form to whoever sits at the client; undefined when it cannot. */
  elicit: Elicit | undefined
  toolsets: Toolsets
  /** What the library knows of the request, for tools that want more than the above. */
  context: ServerContext
}

export type Elicit = (form: ElicitRequestFormParams, signal: AbortSignal) => Promise<ElicitResult>

/** What a client has chosen, and what it may still switch on. */
export interface Toolsets {
  choice: Choice
  /** Every tool that the choice and the credential allow, whether it is switched on or not. */
  allowed: readonly Tool[]
  isOn(tool: Tool): boolean
  /** False when the connection cannot remember it. */
  enable(name: string): Promise<boolean>
}

export interface ResourceKind {
  template?: ResourceTemplateType
  list(caller: Caller): Promise<Resource[]>
  /** Undefined when the address is of another kind; a problem when there is no such thing. */
  read(caller: Caller, uri: string): Promise<ReadResult | undefined>
}

export interface ReadResult {
  contents: ReadResourceResult['contents']
  /** The same address with the id that events name; clients may use slugs. */
  canonicalUri: string
}

export interface PromptKind {
  definition: Prompt
  messages(args: Record<string, string>): PromptMessage[]
  /** What an argument may begin with. */
  complete?(caller: Caller, argument: string, value: string): Promise<string[]>
}
