import { Command } from 'commander'
import { valueOptions, withGeneralOptions } from './client/general-options.ts'
import { formerNouns, handMade, nounsOf } from './commands.ts'
import { exitCodesHelp } from './exit-codes.ts'
import { nouns } from './generated/nouns.ts'
import { version } from './version.ts'

/** The name of the command among the arguments. */
export function firstWord(args: string[]): string | undefined {
  return args.find((arg, at) => !arg.startsWith('-') && !valueOptions.has(args[at - 1] ?? ''))
}

/** All commands by name, for help and suggestions; only the selected one is loaded. */
export async function buildProgram(word: string | undefined): Promise<Command> {
  const program = withGeneralOptions(new Command('atelier'))
    .description('One backend for AI agents and the people they work for.')
    .usage('[options] <command>')
    .version(version)
    .helpCommand(false)
    .enablePositionalOptions()
    .addHelpText('after', `${exitCodesHelp()}\n\nEvery command has --help with an example.`)
  for (const [name, { says, group, load }] of Object.entries(handMade)) {
    const command = name === word ? await load() : new Command(name)
    command.description(says)
    const noun = nounsOf[name] ?? name
    if (name === word && Object.hasOwn(nouns, noun)) await addGenerated(command, noun)
    program.addCommand(command.helpGroup(`${group}:`))
  }
  for (const [name, { says }] of Object.entries(nouns)) {
    if (Object.hasOwn(handMade, name)) continue
    const command = new Command(name).description(says)
    if (name === word) await addGenerated(command, name)
    const hidden = formerNouns.has(name)
    const group = 'Every operation, as atelier <noun> <verb>:'
    program.addCommand(command.helpGroup(group), { hidden })
  }
  return program
}

async function addGenerated(command: Command, noun: string): Promise<void> {
  const { addVerbs } = await import('./operations/noun-command.ts')
  await addVerbs(command, noun)
}
