import { connectSql } from './connect-sql.ts'

/** Ends the leases of killed workers, so that the next worker doesn't wait for them to expire. */
export async function endTaskLeases(databaseUrl: string): Promise<void> {
  const sql = connectSql(databaseUrl)
  await sql`update tasks set due_at = now() where lease is not null`
  await sql.end()
}
