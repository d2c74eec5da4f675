import { Command } from 'commander'
import { print } from './output.ts'

export function migrateCommand(): Command {
  return new Command('migrate').option('--json', 'print JSON').action(runMigrate)
}

async function runMigrate({ json }: { json?: boolean }): Promise<void> {
  const { readConfig } = await import('@atelier/server/config.ts')
  const { openDatabaseServer } = await import(
    '@atelier/server/platform/postgres/database-server.ts'
  )
  const { migrate } = await import('@atelier/server/platform/postgres/migrate.ts')
  const server = await openDatabaseServer(readConfig())
  try {
    const applied = await migrate(server.url)
    const text =
      applied.length === 0 ? 'The database is up to date.' : `Applied:\n  ${applied.join('\n  ')}`
    print(json, { applied }, text)
  } finally {
    await server.release()
  }
}
