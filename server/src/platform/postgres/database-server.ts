import type { Config } from '../../config.ts'
import { openEmbeddedPostgres } from './embedded.ts'

export interface DatabaseServer {
  url: string
  /** "embedded PostgreSQL 18.4 in …", shown in the terminal. */
  description: string
  release(): Promise<void>
}

/** The operator's PostgreSQL, or the embedded one in the data folder. */
export async function openDatabaseServer(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
): Promise<DatabaseServer> {
  if (config.databaseUrl) {
    const { host, pathname } = new URL(config.databaseUrl)
    const description = `PostgreSQL at ${host}${pathname}`
    return { url: config.databaseUrl, description, release: async () => {} }
  }
  const embedded = await openEmbeddedPostgres(config.dataDir)
  const description = `embedded PostgreSQL ${embedded.version} in ${embedded.folder}`
  return { url: embedded.url, description, release: embedded.release }
}
