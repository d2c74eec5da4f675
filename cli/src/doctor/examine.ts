import { type Check, look, skipped } from './check.ts'
import { readSettings, usesEmbedded } from './configuration.ts'
import { dataFolder } from './data-folder.ts'
import { examineDatabase } from './database.ts'
import { device } from './device.ts'
import { databaseFiles, packagedFiles } from './embedded.ts'
import { node } from './node.ts'
import { port } from './port.ts'
import { redis } from './redis.ts'

/** Every check, in the order in which a person would fix the problems. */
export async function examine(env: Record<string, string | undefined>): Promise<Check[]> {
  const { settings, finding } = readSettings(env)
  const { config } = settings
  const ownServer = !usesEmbedded(settings)
  const notEmbedded = skipped('Not used: DATABASE_URL is set.', 'Nothing to do.')
  const checks = await Promise.all([
    look('Node', () => node(process.version, process.execPath)),
    look('Configuration', () => finding),
    look('PostgreSQL', () => (ownServer ? notEmbedded : packagedFiles(config.dataDir))),
    look('Data folder', () => dataFolder(config.dataDir)),
    look('Database files', () => (ownServer ? notEmbedded : databaseFiles(config.dataDir))),
    examineDatabase(settings),
    look('Redis', () => redis(settings)),
    look('Port', () => port(settings)),
    look('Device', () => device(config.device)),
  ])
  return checks.flat()
}
