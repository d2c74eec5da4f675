import type { ReadyStep } from '../plan/plan-types.ts'
import type { RunRow } from './run-queries.ts'

interface Sender {
  run: Pick<RunRow, 'id' | 'workflow_id'>
  ready: Pick<ReadyStep, 'path'>
}

/** Extra data in a notification that lets its reader find the originating run. */
export function describeOrigin({ run, ready }: Sender) {
  return { workflow_definition_id: run.workflow_id, workflow_run_id: run.id, step: ready.path }
}

/** The fields of a step that sends a notification, with its origin. */
export function withOrigin(sender: Sender, fields: Record<string, unknown>) {
  const body = fields.body as { _extra?: unknown } | undefined
  const extra = body?._extra ?? {}
  // The operation itself rejects a value that is not an object.
  if (typeof extra !== 'object' || Array.isArray(extra)) return fields
  return { ...fields, body: { ...body, _extra: { ...extra, ...describeOrigin(sender) } } }
}
