import { version } from '@atelier/server/version.ts'
import { Command } from 'commander'
import { doctorCommand } from './doctor.ts'
import { keysCommand } from './keys.ts'
import { migrateCommand } from './migrate.ts'
import { fail } from './output.ts'
import { serveCommand } from './serve.ts'

export async function main(args: string[]): Promise<void> {
  const program = new Command('atelier')
    .description('One backend for AI agents and the people they work for.')
    .version(version)
    .showHelpAfterError('Run "atelier --help" for the commands.')
    .addCommand(serveCommand())
    .addCommand(migrateCommand())
    .addCommand(keysCommand())
    .addCommand(doctorCommand())
  try {
    await program.parseAsync(args, { from: 'user' })
  } catch (error) {
    fail(error, args.includes('--json'))
  }
}
