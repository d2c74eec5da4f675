import type { Actor } from '../../../http/permissions.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import type { EventType } from '../../events/event-types.ts'
import { publish } from '../../events/publish.ts'
import type { RunRow } from './run-queries.ts'

type RunEvent = Extract<EventType, `workflow_run.${string}`>

export async function publishRunEvent(
  tx: Tx,
  actor: Actor,
  run: Pick<RunRow, 'id' | 'workflow_id' | 'version' | 'correlation_id'>,
  type: RunEvent,
  at: Date,
): Promise<void> {
  const { id, workflow_id: definition_id, version, correlation_id } = run
  const object = { type: 'workflow_run', id }
  await publish(tx, actor, { type, object, data: { definition_id, version, correlation_id }, at })
}
