import type { Deps } from '../../deps.ts'
import type { Actor } from '../../http/permissions.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { publish } from '../events/publish.ts'

/** The event lists the changed fields; clients read the new values from the API. */
export async function publishBoardChange(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  actor: Actor,
  boardId: string,
  fields: string[],
): Promise<void> {
  await publish(tx, actor, {
    type: 'pm_board.updated',
    object: { type: 'pm_board', id: boardId },
    data: { fields },
    at: clock(),
    boardId,
  })
}
