import type { ReadyStep } from '../plan/plan.ts'
import type { RunRow } from './run-queries.ts'

interface Sender {
  run: Pick<RunRow, 'id' | 'workflow_id'>
  ready: Pick<ReadyStep, 'path'>
}

/** What a notification carries so that its reader finds the run that it comes from. */
export function originOf({ run, ready }: Sender) {
  return { workflow_definition_id: run.workflow_id, workflow_run_id: run.id, step: ready.path }
}

/** The fields of a step that notifies somebody, with where it comes from. */
export function withOrigin(sender: Sender, fields: Record<string, unknown>) {
  const body = fields.body as { _extra?: unknown } | undefined
  const extra = body?._extra ?? {}
  // What is no object is for the operation to refuse.
  if (typeof extra !== 'object' || Array.isArray(extra)) return fields
  return { ...fields, body: { ...body, _extra: { ...extra, ...originOf(sender) } } }
}
