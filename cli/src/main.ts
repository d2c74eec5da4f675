import type { Command } from 'commander'
import { aliases, nounsOf } from './commands.ts'
import { nouns } from './generated/nouns.ts'
import { useQuery } from './output.ts'
import { buildProgram, firstWord } from './program.ts'

/** Runs a command line; returns the exit code. */
export async function main(args: string[]): Promise<number> {
  const json = args.includes('--json')
  useQuery(undefined)
  try {
    if (args[0] === '__complete') return await complete(args.slice(2))
    const [word, ready] = await prepared(args)
    const program = await buildProgram(word)
    setUp(program, json)
    await program.parseAsync(ready, { from: 'user' })
    return 0
  } catch (error) {
    const { printFailure } = await import('./fail.ts')
    return printFailure(error, json)
  }
}

/** The shells call this when a person presses Tab. */
async function complete(words: string[]): Promise<number> {
  const { suggestions } = await import('./completion/suggestions.ts')
  const lines = await suggestions(words)
  process.stdout.write(lines.map((line) => `${line}\n`).join(''))
  return 0
}

/** The name of the command, and the arguments in a form that commander understands. */
async function prepared(args: string[]): Promise<[string | undefined, string[]]> {
  const word = firstWord(args)
  // "help boards list" is "boards list --help".
  if (word === 'help') return prepared([...args.filter((arg) => arg !== 'help'), '--help'])
  const name = aliases[word ?? '']
  if (word !== undefined && name !== undefined) {
    return prepared(args.toSpliced(args.indexOf(word), 1, name))
  }
  const noun = nounsOf[word ?? ''] ?? word
  if (word === undefined || noun === undefined || !Object.hasOwn(nouns, noun)) return [word, args]
  const { withPlainFlags } = await import('./operations/noun-command.ts')
  return [word, await withPlainFlags(word, noun, args)]
}

/** Usage errors are thrown, so that they end like every other failure. */
function setUp(command: Command, json: boolean): void {
  command
    .exitOverride()
    .showHelpAfterError(json ? false : `Help: ${nameCommand(command)} --help`)
    .configureOutput({
      outputError: (text, write) => {
        if (!json) write(text)
      },
    })
  for (const sub of command.commands) setUp(sub, json)
}

/** The command with those it belongs to, as a person types it. */
function nameCommand(command: Command): string {
  return command.parent ? `${nameCommand(command.parent)} ${command.name()}` : command.name()
}
