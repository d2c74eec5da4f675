import postgres from 'postgres'

/** Ends the leases of killed workers, so that the next worker doesn't wait for them to expire. */
export async function endTaskLeases(databaseUrl: string): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} })
  await sql`update tasks set due_at = now() where lease is not null`
  await sql.end()
}
