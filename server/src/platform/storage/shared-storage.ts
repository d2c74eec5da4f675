import type { Logger } from 'pino'
import type { Random } from '../../lib/random.ts'
import type { Db } from '../postgres/db.ts'
import type { Storage } from './storage.ts'

interface Needs {
  db: Pick<Db, 'system'>
  storage: Pick<Storage, 'put' | 'stat'>
  random: Random
  log: Pick<Logger, 'error' | 'warn'>
}

const secretName = 'storage marker'
const markerKey = (marker: string) => `markers/${marker}`

/**
 * Whether this process stores files where the other processes do. The first process stores a marker
 * file before it writes its name to the database, so each process can look for it.
 */
export async function sharesStorage({ db, storage, random, log }: Needs): Promise<boolean> {
  const known = async () =>
    (
      await db.system<{ value: string }>`
        select value from server_secrets where name = ${secretName}`
    )[0]?.value
  try {
    if (!(await known())) {
      const marker = random.uuid()
      await storage.put(markerKey(marker), Buffer.from(marker), { maxBytes: 100 })
      await db.system`insert into server_secrets (name, value) values (${secretName}, ${marker})
        on conflict do nothing`
    }
    if (await storage.stat(markerKey((await known()) as string))) return true
  } catch (err) {
    log.warn({ err }, 'could not check whether processes share their files')
    return true
  }
  log.error(
    'This process does not store files where the other processes do, so they miss each other’s files. ' +
      'Use S3, or the same ATELIER_DATA_DIR on a shared file system, for all processes. ' +
      `If you moved the files, run: delete from server_secrets where name = '${secretName}'`,
  )
  return false
}
