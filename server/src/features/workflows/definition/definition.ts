/** A workflow document, validated by `check-definition.ts`. */
export interface Definition {
  title: string
  description?: string
  /** A JSON Schema of type object. */
  inputs?: object
  steps: Step[]
  /** A template for the run's output. Defaults to the last step's output. */
  output?: unknown
  timeout_seconds?: number
}

interface StepBase {
  id: string
  title?: string
  /** `continue` lets later steps inspect a failure. */
  on_error?: 'fail' | 'continue'
}

interface Retries {
  limit?: number
  delay_seconds?: number
  /** The factor by which each delay is longer than the previous one. */
  backoff?: number
}

/** Steps that perform an action, each with its own record. */
interface ActionStep extends StepBase {
  timeout_seconds?: number
  retries?: Retries
}

export interface CallStep extends ActionStep {
  type: 'call'
  operation: string
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  /** False: the step completes as soon as the work is accepted. */
  wait?: boolean
}

export interface HttpStep extends ActionStep {
  type: 'http'
  method?: string
  url: string
  headers?: Record<string, string>
  body?: unknown
}

export interface WaitStep extends ActionStep {
  type: 'wait'
  seconds?: number | string
  until?: string
}

export interface AskStep extends ActionStep {
  type: 'ask'
  kind: 'approval' | 'choice' | 'text' | 'form' | 'edit' | 'rank' | 'multi_choice'
  user_id?: number | string
  question: string
  message?: string
  body?: string
  link?: string
  options?: unknown
  fields?: unknown
  draft?: string
  default_answer?: unknown
  remind_after_seconds?: unknown
  escalate?: unknown
  quorum?: unknown
  subject?: unknown
  answerable_by?: 'session' | 'credential' | 'user' | 'anyone'
  proof?: 'any' | 'session'
  expires_in_seconds?: number
  /** When a question expires, the step fails or continues without an answer. */
  on_expiry?: 'fail' | 'continue'
}

export interface WaitForEventStep extends ActionStep {
  type: 'wait_for_event'
  /** An event type, or a prefix such as `pm_task.*`. */
  event: string
  /** A condition over `event`. */
  filter?: string
  /** Which events count: those after the step began, or after the run started. */
  since?: 'step' | 'run'
  /** After `timeout_seconds`, the step fails or continues without an event. */
  on_timeout?: 'fail' | 'continue'
}

export interface SubWorkflowStep extends ActionStep {
  type: 'sub_workflow'
  workflow: string
  input?: unknown
}

export type DoingStep =
  | CallStep
  | HttpStep
  | WaitStep
  | WaitForEventStep
  | AskStep
  | SubWorkflowStep

export interface BranchStep extends StepBase {
  type: 'branch'
  cases: { when: string; steps: Step[] }[]
  else?: Step[]
}

export interface ParallelStep extends StepBase {
  type: 'parallel'
  branches: Record<string, Step[]>
}

export interface ForEachStep extends StepBase {
  type: 'for_each'
  items: string
  /** The name of an item in expressions. Defaults to `item`. */
  as?: string
  concurrency?: number
  steps: Step[]
  /** A template for the output of an item. Defaults to its last step's output. */
  output?: unknown
}

export interface SetStep extends StepBase {
  type: 'set'
  value: unknown
}

export interface FailStep extends StepBase {
  type: 'fail'
  message: string
}

export type Step = DoingStep | BranchStep | ParallelStep | ForEachStep | SetStep | FailStep

/** Whether steps of this type have their own records. */
export function isDoing(type: Step['type']): boolean {
  return ['call', 'http', 'wait', 'wait_for_event', 'ask', 'sub_workflow'].includes(type)
}

export const maxItems = 1000
export const defaultConcurrency = 5
