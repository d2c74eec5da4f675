import { readConfig } from '@atelier/server/config.ts'
import { openDatabaseServer } from '@atelier/server/platform/postgres/database-server.ts'
import { openDatabase } from '@atelier/server/platform/postgres/db.ts'
import { allMigrations, schemaState } from '@atelier/server/platform/postgres/migrate.ts'
import { knownProcesses } from '@atelier/server/platform/postgres/processes.ts'
import { type Check, look, ok } from '../doctor/check.ts'
import { dataFolder } from '../doctor/data-folder.ts'
import { version } from '../version.ts'
import { requireInstallation } from '../with-installation.ts'
import { backupAdvice, migrationSteps, processFinding, type Upgrade } from './upgrade-findings.ts'

/** Looks at the installation with the program that would replace the running one. */
export async function checkUpgrade(): Promise<Check[]> {
  const config = readConfig()
  await requireInstallation(config)
  const server = await openDatabaseServer(config)
  const db = openDatabase(server.url, 'atelier upgrade')
  try {
    const [state, running, all] = await Promise.all([
      schemaState(db.system),
      knownProcesses(db.system),
      allMigrations(),
    ])
    const pending = all.filter(({ name }) => state.pending.includes(name))
    const upgrade: Upgrade = { version, state, pending, running }
    return [
      await look('Version', () => ok(`this program is ${version}`)),
      await look('Processes', () => processFinding(upgrade)),
      ...migrationSteps(upgrade),
      await look('Disk space', () => dataFolder(config.dataDir)),
      await look('Backup', () => backupAdvice(upgrade)),
    ]
  } finally {
    await db.close()
    await server.release()
  }
}
