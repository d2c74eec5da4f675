import type { Command } from 'commander'
import { misused } from '../errors.ts'
import { type Noun, nouns } from '../generated/nouns.ts'
import { isFlag, operationCommand } from './command.ts'
import { runOperation } from './run.ts'
import type { NounSpec, OperationSpec } from './spec.ts'

/** Adds a subcommand for each operation of a noun, except where the command has its own. */
export async function addVerbs(command: Command, name: string): Promise<Command> {
  const noun = nouns[name] as Noun
  const { operations } = await noun.load()
  const own = new Set(command.commands.map((sub) => sub.name()))
  for (const [verb, spec] of Object.entries(operations)) {
    if (own.has(verb)) continue
    const run = runOperation.bind(undefined, noun.property)
    command.addCommand(operationCommand(command.name(), verb, spec, run))
  }
  return command.enablePositionalOptions()
}

/** Rewrites `--complete true` and `--complete=false` to `--complete` and `--no-complete`. */
export async function withPlainFlags(
  word: string,
  noun: string,
  args: string[],
): Promise<string[]> {
  const { operations } = (await nouns[noun]?.load()) ?? { operations: {} as NounSpec }
  const verb = args.slice(args.indexOf(word) + 1).find((arg) => Object.hasOwn(operations, arg))
  const spec = verb === undefined ? undefined : operations[verb]
  return spec ? plainFlags(spec, args) : args
}

function plainFlags({ fields, params }: OperationSpec, args: string[]): string[] {
  const flags = new Set(fields.filter(isFlag).map(({ flag }) => `--${flag}`))
  const plain: string[] = []
  for (let at = 0; at < args.length; at++) {
    const [name = '', inside] = (args[at] as string).split('=')
    const next = inside ?? args[at + 1]
    // If no argument is expected, the next word can only be the value.
    const isWord = inside !== undefined || (params.length === 0 && next && !next.startsWith('-'))
    if (flags.has(name) && isWord && next !== 'true' && next !== 'false') {
      throw misused(`${name} must be true or false, not "${next}".`)
    }
    if (!flags.has(name) || (next !== 'true' && next !== 'false')) {
      plain.push(args[at] as string)
      continue
    }
    plain.push(next === 'true' ? name : name.replace('--', '--no-'))
    if (inside === undefined) at++
  }
  return plain
}
