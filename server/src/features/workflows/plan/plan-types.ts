import type { DoingStep, Step } from '../definition/definition.ts'

export interface StepFailure {
  code: string
  message: string
  /** The path of the failed step; a failure inside a container keeps its own path. */
  step: string
}

/** The record of a step that performs an action. */
export interface RecordedStep {
  path: string
  status: 'running' | 'waiting' | 'retrying' | 'completed' | 'failed' | 'cancelled'
  output: unknown
  error: { code: string; message: string } | null
}

/** A step that can start now. */
export interface ReadyStep {
  path: string
  step: DoingStep
  /** The step with every expression replaced by its value; an error if one cannot be evaluated. */
  input: { value: Record<string, unknown> } | { error: string }
}

export type ShownStatus = RecordedStep['status'] | 'pending' | 'skipped'

/** A step as people see it, including containers. */
export interface ShownStep {
  path: string
  id: string
  type: Step['type']
  status: ShownStatus
  error: StepFailure | null
}

export interface Plan {
  ready: ReadyStep[]
  /**
   * Steps in progress that are no longer needed because the container they belong to has failed.
   */
  cancel: string[]
  end: { status: 'COMPLETED'; output: unknown } | { status: 'FAILED'; error: StepFailure } | null
  steps: ShownStep[]
}

export interface RunFacts {
  id: string
  workflow_id: string
  workspace_id: number
  input: object
  actor: { userId: number }
}
