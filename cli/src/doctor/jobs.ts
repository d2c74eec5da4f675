import type { Sql } from '@atelier/server/platform/postgres/sql.ts'
import { failedJobs } from '@atelier/server/platform/queue/job-queries.ts'
import { type Finding, ok, warning } from './check.ts'

export type FailedJobs = Awaited<ReturnType<typeof failedJobs>>

/** Empty before the table exists. */
export async function readFailedJobs(sql: Sql): Promise<FailedJobs> {
  const [table] = await sql`select to_regclass('jobs') is not null as exists`
  return table?.exists ? failedJobs(sql) : []
}

/** Jobs that nothing runs again, so that someone hears of them. */
export function jobs(failed: FailedJobs): Finding {
  if (failed.length === 0) return ok('none has failed for the last time')
  const list = failed.map(({ queue, count, error }) => `${queue}: ${count}, last with "${error}"`)
  return warning(
    `Some failed for the last time (${list.join('; ')}).`,
    'Nothing runs them again. See: select * from jobs where failed_at is not null',
  )
}
