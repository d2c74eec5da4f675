import { type Config, readConfig } from '@atelier/server/config.ts'
import type { Deps } from '@atelier/server/deps.ts'
import { systemRandom } from '@atelier/server/lib/random.ts'
import { openDatabaseServer } from '@atelier/server/platform/postgres/database-server.ts'
import { openDatabase } from '@atelier/server/platform/postgres/db.ts'
import { findEmbeddedPostgres } from '@atelier/server/platform/postgres/embedded.ts'
import { schemaState } from '@atelier/server/platform/postgres/migrate.ts'
import type { Sql } from '@atelier/server/platform/postgres/sql.ts'
import { NotReady } from './errors.ts'

export type Installation = Pick<Deps, 'db' | 'clock' | 'random' | 'config'>

/**
 * Runs `work` on the database of this installation. It opens nothing else, so that a key can be
 * revoked while Redis is down. It leaves the schema alone: a server of the previous version may
 * still be running on it.
 */
export async function withInstallation<T>(
  command: string,
  work: (deps: Installation) => Promise<T>,
): Promise<T> {
  const config = readConfig()
  await requireInstallation(config)
  const server = await openDatabaseServer(config)
  const db = openDatabase(server.url, `atelier ${command}`)
  try {
    await requireSchema(db.system)
    return await work({ db, clock: () => new Date(), random: systemRandom, config })
  } finally {
    await db.close()
    await server.release()
  }
}

/** In the wrong folder, we would create an empty database just to say that there is nothing. */
export async function requireInstallation({ databaseUrl, dataDir }: Config): Promise<void> {
  if (databaseUrl || (await findEmbeddedPostgres(dataDir))) return
  throw new NotReady(
    `There is no database in ${dataDir} yet. Start the server once (atelier serve), ` +
      'or set ATELIER_DATA_DIR or DATABASE_URL to the same value as the server.',
  )
}

async function requireSchema(sql: Sql): Promise<void> {
  const { pending } = await schemaState(sql)
  if (pending.length === 0) return
  throw new NotReady(
    `The database has pending migrations: ${pending.join(', ')}. Apply them with: atelier migrate`,
  )
}
