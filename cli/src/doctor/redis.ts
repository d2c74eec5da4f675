import { pingRedis } from '@atelier/server/platform/redis-client.ts'
import { type Finding, ok, problem, skipped } from './check.ts'
import type { Settings } from './configuration.ts'
import { inTime } from './in-time.ts'

const patienceMs = 3_000

export async function redis({ config, wrong }: Settings): Promise<Finding> {
  if (wrong.has('REDIS_URL')) {
    return skipped('REDIS_URL is not valid.', 'Correct it and run this again.')
  }
  if (!config.redisUrl) return skipped('Not used: REDIS_URL is not set.', 'Nothing to do.')
  const { host } = new URL(config.redisUrl)
  try {
    await inTime(pingRedis(config.redisUrl, patienceMs), patienceMs)
    return ok(`answers at ${host}`)
  } catch (error) {
    const { message, code } = error as { message?: string; code?: string }
    if (/^(NOAUTH|WRONGPASS)/.test(message ?? '')) {
      return problem(`Redis at ${host} refused the user or password.`, 'Correct REDIS_URL.')
    }
    return problem(
      `Redis does not answer at ${host} (${message || code || 'no reason given'}).`,
      'Start it, or correct REDIS_URL. Without REDIS_URL, Atelier uses PostgreSQL instead.',
    )
  }
}
