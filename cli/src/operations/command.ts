import { Command, Option } from 'commander'
import { generalFlag, withGeneralOptions } from '../client/general-options.ts'
import { afterHelp, describeField, fieldTerm } from './help.ts'
import type { FieldValues } from './request.ts'
import type { Field, OperationSpec } from './spec.ts'

/** Options besides the fields of an operation. */
interface Extras {
  body?: string
  output?: string
  all?: boolean
  follow?: boolean
  'idempotency-key'?: string
  'if-match'?: string
}

export interface CommandCall {
  params: string[]
  given: FieldValues
  extras: Extras
  command: Command
  taken: ReadonlySet<string>
}

export type Run = (spec: OperationSpec, called: CommandCall) => Promise<void>

/** The command of an operation: path parameters are arguments, fields are options. */
export function operationCommand(
  noun: string,
  verb: string,
  spec: OperationSpec,
  run: Run,
): Command {
  const taken = new Set(spec.fields.map(({ flag }) => flag))
  const command = new Command(verb)
    .summary(lowerFirst(spec.summary))
    .description([`${spec.summary}.`, spec.says].filter(Boolean).join('\n\n'))
  for (const param of spec.params) {
    command.argument(`<${param.name.replaceAll('_', '-')}>`, describeField(param))
  }
  const given: FieldValues = new Map()
  for (const field of spec.fields) addField(command, field, given)
  const extras: Extras = {}
  for (const [name, value, says] of listExtras(spec)) {
    const flag = `--${generalFlag(name, taken)} ${value}`.trimEnd()
    const option = new Option(flag, says).helpGroup('Options:')
    command.addOption(option)
    command.on(`option:${option.name()}`, (text: string | null) => {
      Object.assign(extras, { [name]: text ?? true })
    })
  }
  withGeneralOptions(command, taken)
  return command
    .configureHelp({ optionTerm: fieldTerm, optionDescription: ({ description }) => description })
    .addHelpText('after', afterHelp(noun, verb, spec))
    .action(async () => run(spec, { params: command.args, given, extras, command, taken }))
}

function addField(command: Command, field: Field, given: FieldValues): void {
  const option = new Option(`--${field.flag} ${placeholder(field)}`.trimEnd(), describeField(field))
  // Not with .choices(), which would reject what readValue accepts: null, lists, several at once.
  const choices = field.enum ?? field.items?.enum
  if (choices) option.argChoices = choices.map(String)
  command.addOption(option.helpGroup('Options:'))
  if (!isFlag(field)) {
    command.on(`option:${field.flag}`, (text: string) => {
      given.set(field, [...((given.get(field) as string[] | undefined) ?? []), text])
    })
    return
  }
  command.addOption(new Option(`--no-${field.flag}`).hideHelp())
  command.on(`option:${field.flag}`, () => void given.set(field, true))
  command.on(`option:no-${field.flag}`, () => void given.set(field, false))
}

export function isFlag({ types }: Field): boolean {
  return types?.join() === 'boolean'
}

function placeholder(field: Field): string {
  if (isFlag(field)) return ''
  const { types = [], enum: choices, items, format } = field
  const short = choices?.join('|') ?? ''
  if (short && short.length <= 40) return `<${short}>`
  const kinds = types.filter((type) => type !== 'null')
  if (kinds.includes('array')) return items?.types?.includes('object') ? '<json>' : '<value>'
  if (kinds.includes('object')) return '<json>'
  if (kinds.join() === 'integer' || kinds.join() === 'number') return '<number>'
  return formats[format ?? ''] ?? '<text>'
}

const formats: Record<string, string> = { uuid: '<id>', date: '<date>', 'date-time': '<time>' }

function listExtras(spec: OperationSpec): [keyof Extras, string, string][] {
  const list: [keyof Extras, string, string][] = []
  if (spec.takes === 'body')
    list.push([
      'body',
      '<json>',
      'the whole body: JSON, @file, or - for standard input; options override its fields',
    ])
  if (spec.takes === 'raw')
    list.push(['body', '<text>', 'the request body: text, @file, or - for standard input'])
  if (spec.gives === 'file')
    list.push(['output', '<file>', 'output file (default: standard output)'])
  if (spec.isPaged) list.push(['all', '', 'all pages; with --json one entry per line'])
  if (spec.isFollowable)
    list.push(['follow', '', 'keep following new entries; with --json one per line'])
  if (spec.isKeyed) list.push(['idempotency-key', '<text>', 'makes the request safe to repeat'])
  if (spec.takesIfMatch)
    list.push(['if-match', '<etag>', 'only if it has not changed since you read it'])
  return list
}

function lowerFirst(text: string): string {
  return /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text
}
