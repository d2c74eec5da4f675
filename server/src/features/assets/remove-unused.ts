import type { Deps } from '../../deps.ts'
import { isContentNeeded, noteUnused } from './queries.ts'

const graceHours = 24

/** Marks content that a record no longer needs. It is deleted later if nothing else uses it. */
export async function forgetContent(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  keys: (string | null)[],
): Promise<void> {
  await noteUnused(db.system, keys, clock())
}

/** Deletes expired transient assets, and content that no asset has used for a day. */
export async function removeUnusedAssets({
  db,
  clock,
  storage,
}: Pick<Deps, 'db' | 'clock' | 'storage'>) {
  const now = clock()
  await db.system`
    with gone as (delete from assets where expires_at < ${now} returning content_key, thumbnail_key),
      keys as (select content_key as key from gone union select thumbnail_key from gone)
    insert into unused_contents (content_key, since) select key, ${now} from keys where key is not null
    on conflict (content_key) do nothing`
  const oldest = new Date(now.getTime() - graceHours * 3_600_000)
  const unused = await db.system<{ content_key: string }>`
    delete from unused_contents where since < ${oldest} returning content_key`
  for (const { content_key } of unused) {
    if (!(await isContentNeeded(db.system, content_key))) await storage.delete(content_key)
  }
  await storage.sweep(oldest)
}
