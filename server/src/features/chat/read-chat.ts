import type { Deps } from '../../deps.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { invalid, problem } from '../../http/problem.ts'
import type { Sql } from '../../platform/postgres/sql.ts'
import { channelNames, describeChannel, isBuiltInChannel } from './channels.ts'
import { findPlace, isUsedChannel, messagesBefore, usedChannels } from './queries.ts'
import type { Channel, MessagesQuery } from './schemas.ts'

type Needs = Pick<Deps, 'db'>

/** The built-in channels, and all channels with messages. */
export async function listChannels({ db }: Needs, actor: Actor): Promise<Channel[]> {
  requirePermission(actor, 'chat:read')
  const used = await usedChannels(db.workspace(actor.workspaceId), actor.workspaceId)
  const names = new Set([...channelNames, ...used.map(({ channel }) => channel)])
  return [...names].map((name) => {
    const found = used.find(({ channel }) => channel === name)
    return {
      name,
      description: describeChannel(name),
      messages_count: found?.messages_count ?? 0,
      last_message_at: found?.last_message_at ?? null,
    }
  })
}

/** Newest first. A page starts at a message, not an offset, so nothing is skipped or repeated. */
export async function listMessages(
  { db }: Needs,
  actor: Actor,
  channel: string,
  { before, limit }: MessagesQuery,
) {
  requirePermission(actor, 'chat:read')
  const { workspaceId } = actor
  const sql = db.workspace(workspaceId)
  await requireChannel(sql, workspaceId, channel)
  const place =
    before === undefined ? undefined : await findPlace(sql, workspaceId, channel, before)
  if (before !== undefined && !place) {
    throw invalid('before', 'must be the id of a message in this channel')
  }
  const found = await messagesBefore(sql, workspaceId, channel, place, limit + 1)
  const results = found.slice(0, limit)
  return { results, next_before: found.length > limit ? (results.at(-1)?.id ?? null) : null }
}

export async function requireChannel(
  sql: Sql,
  workspaceId: number,
  channel: string,
): Promise<void> {
  if (isBuiltInChannel(channel) || (await isUsedChannel(sql, workspaceId, channel))) return
  throw problem('channel_not_found')
}
