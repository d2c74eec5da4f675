import type { Actor } from '../../../http/permissions.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import type { EventType } from '../../events/event-types.ts'
import { publish } from '../../events/publish.ts'
import type { ShownRow } from '../posts/queries.ts'

type PostEvent = Extract<EventType, `social_draft.${string}` | `social_post.${string}`>

/** Reports what happened to a draft or a post; clients read the text from the API. */
export async function publishPostEvent(
  tx: Tx,
  actor: Actor,
  type: PostEvent,
  post: ShownRow,
  at: Date,
): Promise<void> {
  const { id, group_id, account_id, network, account_name, status, date, url, error } = post
  const account = { id: account_id, network, name: account_name }
  await publish(tx, actor, {
    type,
    object: { type: type.split('.')[0] as string, id },
    data: {
      group_id,
      account,
      status,
      date,
      ...(type === 'social_post.published' && { url }),
      ...(type === 'social_post.failed' && { error }),
    },
    at,
    spaceId: post.space_id,
  })
}
