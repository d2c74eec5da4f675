import type { Argument, Command, Option } from 'commander'
import { aliases } from '../commands.ts'
import { readProfiles } from '../profiles/store.ts'
import { buildProgram, firstWord } from '../program.ts'

/** Makes the shell suggest files itself. */
const files = ':files'

/** Suggestions for the last word, which is still being typed. */
export async function suggestions(words: string[]): Promise<string[]> {
  const begun = words.at(-1) ?? ''
  const before = words.slice(0, -1)
  const word = firstWord(before)
  const program = await buildProgram(aliases[word ?? ''] ?? word)
  const { command, operands } = descend(program, before)
  const open = valueOption(command, program, before.at(-1))
  const found = open
    ? await suggestValues(open)
    : begun.startsWith('-')
      ? listOptions(command)
      : await suggestWords(command, operands)
  return found.filter((line) => line === files || line.startsWith(begun))
}

/** The command that the words select, and how many of its arguments are given. */
function descend(program: Command, words: string[]) {
  let command = program
  let operands = 0
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string
    if (valueOption(command, program, word)) at++
    else if (!word.startsWith('-')) {
      const next =
        operands === 0 && command.commands.find((sub) => sub.name() === (aliases[word] ?? word))
      if (next) command = next
      else operands++
    }
  }
  return { command, operands }
}

function valueOption(command: Command, program: Command, word = ''): Option | undefined {
  const all = [...command.options, ...(command === program ? [] : program.options)]
  return all.find(
    ({ long, short, required }) => required && (long === word || (short && short === word)),
  )
}

async function suggestValues({ argChoices, long, flags }: Option): Promise<string[]> {
  if (argChoices) return argChoices
  if (long === '--profile') return profileNames()
  return /<(file|folder|json)>/.test(flags) ? [files] : []
}

function listOptions({ options }: Command): string[] {
  const listed = options.map(({ long, description }) => described(long ?? '', description))
  return [...listed, described('--help', 'display help for command')]
}

async function suggestWords(command: Command, operands: number): Promise<string[]> {
  const argument = command.registeredArguments[operands] as Argument | undefined
  const below =
    operands === 0
      ? command
          .createHelp()
          .visibleCommands(command)
          .map((sub) => described(sub.name(), sub.summary() || sub.description()))
      : []
  return [...below, ...(argument ? await suggestArguments(command, argument) : [])]
}

async function suggestArguments(command: Command, argument: Argument): Promise<string[]> {
  if (argument.argChoices) return argument.argChoices
  if (command.parent?.name() === 'profiles') return profileNames()
  return /^(file|image)$/.test(argument.name()) ? [files] : []
}

async function profileNames(): Promise<string[]> {
  const { profiles } = await readProfiles()
  return Object.keys(profiles)
}

/** zsh and fish show the text after the tab. */
function described(word: string, says: string): string {
  return `${word}\t${says.split('\n')[0]}`
}
