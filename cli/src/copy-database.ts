import { resolve } from 'node:path'
import { Command } from 'commander'
import { print } from './output.ts'
import { requireInstallation } from './with-installation.ts'

export function copyDatabaseCommand(): Command {
  return new Command('copy-database')
    .argument('<target>', 'URL of an empty database (postgres://…), or a new data folder')
    .option('--json', 'print JSON')
    .action(runCopy)
}

/** Stop the service before: changes during the copy are not in it. */
async function runCopy(target: string, { json }: { json?: boolean }): Promise<void> {
  const { readConfig } = await import('@atelier/server/config.ts')
  const { copyDatabase } = await import('@atelier/server/platform/backup/copy-database.ts')
  const { openDatabaseServer } = await import(
    '@atelier/server/platform/postgres/database-server.ts'
  )
  const config = readConfig()
  await requireInstallation(config)
  const isUrl = /^postgres(ql)?:\/\//.test(target)
  const from = await openDatabaseServer(config)
  try {
    const to = await openDatabaseServer(
      isUrl
        ? { databaseUrl: target, dataDir: config.dataDir }
        : { databaseUrl: undefined, dataDir: resolve(target) },
    )
    try {
      const { tables, rows } = await copyDatabase(from.url, to.url)
      const next = isUrl
        ? 'DATABASE_URL'
        : `ATELIER_DATA_DIR to ${resolve(target)}, without DATABASE_URL`
      const text = `Copied ${rows} rows of ${tables} tables to ${to.description}. Set ${next} and start the service.`
      print(json, { tables, rows }, text)
    } finally {
      await to.release()
    }
  } finally {
    await from.release()
  }
}
