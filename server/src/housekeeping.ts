import type { Deps } from './deps.ts'
import { removeUnusedAssets } from './features/assets/remove-unused.ts'
import { removeEndedGrants } from './features/oauth/remove-ended.ts'
import { idempotencyHours } from './http/idempotency.ts'

const everyMs = 10 * 60_000

/** Removes what has had its time: kept responses, old events, sessions, grants, tickets and invitations that ended. */
export function startHousekeeping(deps: Pick<Deps, 'db' | 'clock' | 'log' | 'config' | 'storage'>) {
  let running: Promise<void> = Promise.resolve()
  const tidy = () => {
    running = removeExpired(deps).catch((error) => {
      deps.log.warn({ err: error }, 'housekeeping will try again later')
    })
  }
  const timer = setInterval(tidy, everyMs)
  tidy()
  return {
    stop: async () => {
      clearInterval(timer)
      await running
    },
  }
}

const taskDays = 30
const notificationDays = 180
const runDays = 180
const webhookDays = 30

export async function removeExpired(deps: Pick<Deps, 'db' | 'clock' | 'config' | 'storage'>) {
  const { db, clock, config } = deps
  const now = clock().getTime()
  const hoursAgo = (hours: number) => new Date(now - hours * 3_600_000)
  await db.system`delete from idempotency_keys where created_at < ${hoursAgo(idempotencyHours)}`
  await db.system`delete from events
    where created_at < ${hoursAgo(config.eventRetentionDays * 24)} and seq is not null`
  await db.system`delete from sessions
    where refresh_expires_at < ${new Date(now)} or revoked_at < ${hoursAgo(24)}`
  await db.system`delete from sign_in_links where expires_at < ${new Date(now)}`
  await removeEndedGrants(deps)
  await db.system`delete from socket_tickets where expires_at < ${new Date(now)}`
  await db.system`delete from invitations
    where accepted_at is null and expires_at < ${hoursAgo(30 * 24)}`
  await db.system`delete from tasks where finished_at < ${hoursAgo(taskDays * 24)}`
  // Deliveries, questions and mails go with their notification.
  await db.system`delete from notifications
    where created_at < ${hoursAgo(notificationDays * 24)}
      and (not in_app or read_at is not null or archived_at is not null)`
  // Their steps go with them, and runs inside a run with that.
  await db.system`delete from workflow_runs where ended_at < ${hoursAgo(runDays * 24)}`
  await db.system`delete from chat_messages where created_at < ${hoursAgo(notificationDays * 24)}`
  // Attempts go with their delivery.
  await db.system`delete from webhook_deliveries
    where status in ('delivered', 'failed') and updated_at < ${hoursAgo(webhookDays * 24)}`
  await removeUnusedAssets(deps)
}
