import type { Deps } from './deps.ts'
import { removeUnusedAssets } from './features/assets/remove-unused.ts'
import { idempotencyHours } from './http/idempotency.ts'

const everyMs = 10 * 60_000

/** Removes what has had its time: kept responses, old events, sessions and invitations that ended. */
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

export async function removeExpired(deps: Pick<Deps, 'db' | 'clock' | 'config' | 'storage'>) {
  const { db, clock, config } = deps
  const now = clock().getTime()
  const hoursAgo = (hours: number) => new Date(now - hours * 3_600_000)
  await db.system`delete from idempotency_keys where created_at < ${hoursAgo(idempotencyHours)}`
  await db.system`delete from events
    where created_at < ${hoursAgo(config.eventRetentionDays * 24)} and seq is not null`
  await db.system`delete from sessions
    where refresh_expires_at < ${new Date(now)} or revoked_at < ${hoursAgo(24)}`
  await db.system`delete from invitations
    where accepted_at is null and expires_at < ${hoursAgo(30 * 24)}`
  await db.system`delete from tasks where finished_at < ${hoursAgo(taskDays * 24)}`
  await removeUnusedAssets(deps)
}
