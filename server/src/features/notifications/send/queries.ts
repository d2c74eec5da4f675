import type { Tx } from '../../../platform/postgres/db.ts'
import type { Sql } from '../../../platform/postgres/sql.ts'
import type { NewDelivery } from '../deliver/plan-deliveries.ts'
import type { NotificationRow } from '../queries.ts'
import type { Recipient } from './route-notification.ts'

export interface RecipientRow extends Omit<Recipient, 'switchedOff' | 'quietHours'> {
  email: string
  name: string
  switched_off: Recipient['switchedOff'] | null
  quiet_hours: Recipient['quietHours']
  workspace_name: string
  subscriptions: { id: string; label: string }[]
  recently: number
  gathering_until: Record<string, string> | null
}

export interface WantedRecipient {
  userId: number
  category: string
  threadId: string | null
}

/** Members with everything that decides the channels of a notification, in one query. */
export async function findRecipients(
  sql: Sql,
  workspaceId: number,
  wanted: readonly WantedRecipient[],
  now: Date,
): Promise<(RecipientRow | undefined)[]> {
  const buildKey = (one: WantedRecipient) => `${one.userId} ${one.category} ${one.threadId}`
  const distinct = new Map(wanted.map((one) => [buildKey(one), one]))
  const list = [...distinct].map(([key, one]) => ({ key, ...one }))
  const rows = await sql<RecipientRow & { key: string }>`
    select r.key, u.email, u.email_verified_at is not null as "isEmailVerified",
      trim(u.first_name || ' ' || u.last_name) as name, w.name as workspace_name,
      p.switched_off, p.quiet_hours, p.digest,
      coalesce(p.timezone, w.settings ->> 'timezone', 'UTC') as timezone,
      exists (select from thread_mutes t where t.workspace_id = w.id and t.user_id = u.id
        and t.thread_id = r."threadId") as "threadMuted",
      coalesce((select json_agg(json_build_object('id', s.id, 'label', s.label))
        from push_subscriptions s where s.workspace_id = w.id and s.user_id = u.id), '[]')
        as subscriptions,
      case when p.digest is null then 0 else (
        select count(*) from notifications n
        where n.workspace_id = w.id and n.user_id = u.id and n.category = r.category
          and n.created_at > ${now}::timestamptz - make_interval(mins => (p.digest ->> 'minutes')::int)
      ) end as recently,
      case when p.digest is null then null else (
        select json_object_agg(channel, deliver_after) from (
          select d.channel, max(d.deliver_after) as deliver_after from deliveries d
          where d.workspace_id = w.id and d.user_id = u.id and d.category = r.category
            and d.digest and d.status = 'queued' and d.deliver_after > ${now}
          group by d.channel) as gathering
      ) end as gathering_until
    from jsonb_to_recordset(${sql.json(list)})
        as r (key text, "userId" integer, category text, "threadId" text)
      join memberships m on m.workspace_id = ${workspaceId} and m.user_id = r."userId"
      join users u on u.id = m.user_id and u.is_active
      join workspaces w on w.id = m.workspace_id
      left join notification_preferences p on p.workspace_id = m.workspace_id and p.user_id = m.user_id`
  const found = new Map(rows.map((row) => [row.key, row]))
  return wanted.map((one) => found.get(buildKey(one)))
}

export async function insertNotifications(tx: Tx, rows: (NotificationRow & { in_app: boolean })[]) {
  const columns = tx.part`id, workspace_id, user_id, category, title, message, body, link, cta_label,
    thread_id, sender, question_of, in_app, seen_at, created_at`
  // `extra` travels as text, because it is stored exactly as it was sent.
  const sent = rows.map(({ question: _, extra, ...row }) => ({
    ...row,
    extra: JSON.stringify(extra),
  }))
  await tx`
    insert into notifications (${columns}, extra)
    select ${columns}, (extra #>> '{}')::json
    from jsonb_populate_recordset(null::notifications, ${tx.json(sent)})`
}

export async function insertDeliveries(tx: Tx, deliveries: readonly NewDelivery[]): Promise<void> {
  if (deliveries.length === 0) return
  const columns = tx.part`id, workspace_id, notification_id, user_id, category, channel, target,
    target_id, status, reason, deliver_after, digest, created_at, updated_at`
  await tx`
    insert into deliveries (${columns})
    select ${columns} from jsonb_populate_recordset(null::deliveries, ${tx.json(deliveries)})`
}
