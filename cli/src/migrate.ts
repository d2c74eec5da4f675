import { readConfig } from '@atelier/server/config.ts'
import { openDatabaseServer } from '@atelier/server/deps.ts'
import { migrate } from '@atelier/server/platform/postgres/migrate.ts'
import { Command } from 'commander'
import { print } from './output.ts'

export function migrateCommand(): Command {
  return new Command('migrate')
    .description('bring the database up to date (serve does it too)')
    .option('--json', 'answer in JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const server = await openDatabaseServer(readConfig())
      try {
        const applied = await migrate(server.url)
        const text =
          applied.length === 0
            ? 'The database is up to date.'
            : `Applied:\n  ${applied.join('\n  ')}`
        print(json, { applied }, text)
      } finally {
        await server.release()
      }
    })
}
