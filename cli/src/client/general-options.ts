import { type Command, Option } from 'commander'
import { useQuery } from '../output.ts'

/** Options of every command that talks to a server, before or after its name. */
export interface GeneralOptions {
  url?: string
  key?: string
  profile?: string
  organization?: string
  space?: string
  json?: boolean
  query?: string
}

const general: [keyof GeneralOptions, string, string][] = [
  ['url', '<url>', 'server URL (default: ATELIER_URL, else the profile)'],
  ['key', '<key>', 'API key; ATELIER_API_KEY keeps it out of the process list'],
  ['profile', '<name>', 'profile to use (default: ATELIER_PROFILE, else the current one)'],
  ['organization', '<id>', 'id or slug of the workspace, if you have several'],
  ['space', '<id>', 'id of a teamspace to limit the command to'],
  ['json', '', 'print JSON, including errors'],
  ['query', '<path>', 'print only this part of the JSON, such as results[].title (JMESPath)'],
]

const heading = 'General options:'

/** A general option gets this prefix if a field of an operation has the same name. */
const longer = 'atelier-'

export function generalFlag(name: string, taken: ReadonlySet<string>): string {
  return taken.has(name) ? longer + name : name
}

export function withGeneralOptions(
  command: Command,
  taken: ReadonlySet<string> = new Set(),
  without: (keyof GeneralOptions)[] = [],
): Command {
  for (const [name, value, says] of general.filter(([name]) => !without.includes(name))) {
    const option = new Option(`--${generalFlag(name, taken)} ${value}`.trimEnd(), says)
    command.addOption(option.helpGroup(heading))
  }
  return command
}

/** The given options, here or before the name of the command. */
export function readGeneral(
  command: Command,
  taken: ReadonlySet<string> = new Set(),
): GeneralOptions {
  const given: Record<string, unknown> = { ...(command.parent ? readGeneral(command.parent) : {}) }
  for (const [name] of general) {
    const option = command.options.find(({ long }) => long === `--${generalFlag(name, taken)}`)
    const value = option && command.getOptionValue(option.attributeName())
    if (value !== undefined) given[name] = value
  }
  if (given.query !== undefined) {
    useQuery(String(given.query))
    given.json = true
  }
  return given
}

/** The options that take a value, for finding the name of the command among them. */
export const valueOptions: ReadonlySet<string> = new Set(
  general.filter(([, value]) => value).map(([name]) => `--${name}`),
)
