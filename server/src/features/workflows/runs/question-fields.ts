import { sha256 } from '../../../lib/hash.ts'
import { stepKey } from './actor-of-run.ts'
import type { RunRow } from './run-queries.ts'

const passedOn = [
  'options',
  'fields',
  'draft',
  'default_answer',
  'remind_after_seconds',
  'escalate',
  'quorum',
  'subject',
]

/**
 * The fields of an `ask` step that the question takes as they are. Its receipt is bound to the
 * step's input unless the step names another subject.
 */
export function questionFields(
  { run, ready }: { run: RunRow; ready: { path: string } },
  fields: Record<string, unknown>,
): Record<string, unknown> {
  const given = passedOn.flatMap((name) =>
    fields[name] === undefined ? [] : [[name, fields[name]]],
  )
  const subject = {
    kind: 'workflow_step',
    id: stepKey(run, ready.path),
    sha256: sha256(JSON.stringify(fields)),
  }
  return { subject, ...Object.fromEntries(given) }
}
