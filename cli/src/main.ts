import { version } from '@atelier/server/version.ts'
import { Command } from 'commander'
import { doctorCommand } from './doctor.ts'
import { exitCodesHelp } from './exit-codes.ts'
import { fail } from './fail.ts'
import { outpaintCommand, removeBackgroundCommand } from './images.ts'
import { keysCommand } from './keys.ts'
import { mcpCommand } from './mcp.ts'
import { migrateCommand } from './migrate.ts'
import { modelsCommand } from './models.ts'
import { sayCommand } from './say.ts'
import { serveCommand } from './serve.ts'
import { transcribeCommand } from './transcribe.ts'
import { voicesCommand } from './voices.ts'

/** Commands import the server only when they run, so that help and mistakes are told at once. */
export async function main(args: string[]): Promise<void> {
  const json = args.includes('--json')
  const program = new Command('atelier')
    .description('One backend for AI agents and the people they work for.')
    .version(version)
    .addCommand(serveCommand())
    .addCommand(migrateCommand())
    .addCommand(keysCommand())
    .addCommand(modelsCommand())
    .addCommand(doctorCommand())
    .addCommand(mcpCommand())
    .addCommand(removeBackgroundCommand())
    .addCommand(outpaintCommand())
    .addCommand(voicesCommand())
    .addCommand(sayCommand())
    .addCommand(transcribeCommand())
    .addHelpText('after', exitCodesHelp())
  setUp(program, json)
  try {
    await program.parseAsync(args, { from: 'user' })
  } catch (error) {
    fail(error, json)
  }
}

/** Mistakes on the command line are thrown, so that they end like every other failure. */
function setUp(command: Command, json: boolean): void {
  command
    .exitOverride()
    .showHelpAfterError(!json)
    .configureOutput({
      outputError: (text, write) => {
        if (!json) write(text)
      },
    })
  for (const sub of command.commands) setUp(sub, json)
}
