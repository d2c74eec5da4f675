import type { Logger } from 'pino'
import type { Db } from './db.ts'

interface Needs {
  db: Pick<Db, 'system'>
  log: Pick<Logger, 'warn'>
  /** This machine's clock, in milliseconds. */
  ownMs?: () => number
}

export interface SharedClock {
  now: () => Date
  compare(): Promise<void>
  close(): void
}

const compareEveryMs = 60_000

/** Below this, reading the database's clock takes too long to tell which clock is right. */
const toleratedMs = 1000

/**
 * All processes follow the database's clock. Otherwise a process whose clock is ahead would plan
 * work that no other process considers due.
 */
export async function openSharedClock({ db, log, ownMs = Date.now }: Needs): Promise<SharedClock> {
  let correctionMs = 0
  const compare = async () => {
    const askedAt = ownMs()
    const [row] = await db.system<{ ms: number }>`
      select extract(epoch from clock_timestamp())::float8 * 1000 as ms`
    const behindMs = (row?.ms as number) - (askedAt + ownMs()) / 2
    const neededMs = Math.abs(behindMs) < toleratedMs ? 0 : behindMs
    const isNew = Math.abs(neededMs - correctionMs) >= toleratedMs
    correctionMs = neededMs
    if (isNew && correctionMs !== 0) {
      log.warn(
        { seconds: Math.round(-correctionMs / 1000) },
        'this machine’s clock differs from the database’s, which counts; set the time of both by NTP',
      )
    }
  }
  await compare()
  const timer = setInterval(() => void compare().catch(() => {}), compareEveryMs)
  timer.unref()
  return {
    now: () => new Date(ownMs() + correctionMs),
    compare,
    close: () => clearInterval(timer),
  }
}
