import { openSession, type Session } from '../postgres/session.ts'
import { BackupError } from './backup-error.ts'

/** A connection of its own: a backup takes longer than the limits of the service allow. */
export type BackupSession = Session

export async function withSession<T>(
  url: string,
  work: (session: BackupSession) => Promise<T>,
): Promise<T> {
  const session = await openSession(url, 'atelier backup')
  try {
    await session.execute('set statement_timeout = 0; set lock_timeout = 0')
    return await work(session)
  } finally {
    await session.end()
  }
}

const backupLock = 4_600_027

/**
 * Runs `work` while no other process of this installation changes its backups. PostgreSQL releases
 * the lock when a process dies.
 */
export async function withBackupLock<T>(
  url: string,
  maxWaitSeconds: number,
  work: (session: BackupSession) => Promise<T>,
): Promise<T> {
  return withSession(url, async (session) => {
    for (const deadline = Date.now() + maxWaitSeconds * 1000; ; ) {
      const [lock] = await session`select pg_try_advisory_lock(${backupLock}) as is_ours`
      if (lock?.is_ours) return work(session)
      if (Date.now() >= deadline) throw busy()
      await session`select pg_sleep(0.2)`
    }
  })
}

function busy(): BackupError {
  return new BackupError(
    'backup_busy',
    'Another backup of this installation is running. Try again when it has finished.',
  )
}

export interface ClusterFacts {
  dataFolder: string
  version: string
  segmentBytes: number
  timeline: number
  now: Date
}

/** Facts for a superuser, as we are in the embedded database. */
export async function readClusterFacts(session: BackupSession): Promise<ClusterFacts> {
  const [row] = await session<ClusterFacts>`
    select current_setting('data_directory') as "dataFolder",
      current_setting('server_version') as version,
      (select setting::int from pg_settings where name = 'wal_segment_size') as "segmentBytes",
      (select timeline_id from pg_control_checkpoint()) as timeline,
      clock_timestamp() as now`
  return row as ClusterFacts
}
