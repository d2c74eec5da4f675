import { openSession, type Session } from '../postgres/session.ts'

/** A connection of its own: a backup takes longer than the limits of the service allow. */
export type BackupSession = Session

export async function withSession<T>(
  url: string,
  work: (session: BackupSession) => Promise<T>,
): Promise<T> {
  const session = await openSession(url, 'atelier backup', false)
  try {
    return await work(session)
  } finally {
    await session.end()
  }
}

/** A copy takes longer than the limits that the database may have for its users. */
export async function liftLimits(session: BackupSession): Promise<void> {
  await session.execute('set local statement_timeout = 0; set local lock_timeout = 0')
}

/** Facts that any user may read. */
export async function versionAndTime(session: BackupSession) {
  const [row] = await session<{ version: string; now: Date }>`
    select current_setting('server_version') as version, clock_timestamp() as now`
  return row as { version: string; now: Date }
}

export interface ClusterFacts {
  dataFolder: string
  segmentBytes: number
  timeline: number
}

/** Facts for a superuser, as we are in the embedded database. */
export async function clusterFacts(session: BackupSession): Promise<ClusterFacts> {
  const [row] = await session<ClusterFacts>`
    select current_setting('data_directory') as "dataFolder",
      (select setting::int from pg_settings where name = 'wal_segment_size') as "segmentBytes",
      (select timeline_id from pg_control_checkpoint()) as timeline`
  return row as ClusterFacts
}
