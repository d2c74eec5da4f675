import postgres from 'postgres'

/** A connection of its own: a backup takes longer than the limits of the service allow. */
export type BackupSession = postgres.Sql

export async function withSession<T>(
  url: string,
  work: (session: BackupSession) => Promise<T>,
): Promise<T> {
  const session = postgres(url, {
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    connect_timeout: 10,
    onnotice: () => {},
    connection: { application_name: 'atelier backup', statement_timeout: 0, lock_timeout: 0 },
  })
  try {
    return await work(session)
  } finally {
    await session.end({ timeout: 1 })
  }
}

/** Facts that any user may read. */
export async function versionAndTime(session: BackupSession) {
  const [row] = await session<[{ version: string; now: Date }]>`
    select current_setting('server_version') as version, clock_timestamp() as now`
  return row
}

export interface ClusterFacts {
  dataFolder: string
  segmentBytes: number
  timeline: number
}

/** Facts for a superuser, as we are in the embedded database. */
export async function clusterFacts(session: BackupSession): Promise<ClusterFacts> {
  const [row] = await session<[ClusterFacts]>`
    select current_setting('data_directory') as "dataFolder",
      (select setting::int from pg_settings where name = 'wal_segment_size') as "segmentBytes",
      (select timeline_id from pg_control_checkpoint()) as timeline`
  return row
}
