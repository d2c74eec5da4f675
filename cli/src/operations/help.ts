import type { Option } from 'commander'
import type { Field, OperationSpec, Param } from './spec.ts'

/** Describes an option or argument and the values it accepts. */
export function describeField(param: Param | Field): string {
  const { says, enum: choices = [], min, max } = param
  const facts = [
    'isRequired' in param && 'required',
    choices.join('|').length > 40 && `one of ${choices.join(', ')}`,
    isTelling(max) && min !== undefined && `${min} to ${max}`,
    param.types?.includes('array') && 'repeatable',
    param.types?.includes('null') && param.types.length > 1 && 'or null',
    'default' in param && param.default !== '' && `default: ${JSON.stringify(param.default)}`,
  ].filter(Boolean)
  const inBrackets = facts.length > 0 ? `(${facts.join('; ')})` : ''
  return [says?.replaceAll('`', ''), inBrackets].filter(Boolean).join(' ')
}

/** Leaves out limits that only come from the database's number range. */
function isTelling(max: number | undefined): boolean {
  return max !== undefined && max < 1_000_000
}

/** `--[no-]complete` for options that can be negated. */
export function fieldTerm({ flags, required, optional, negate, long }: Option): string {
  const isGeneral = /^--(json|all|follow|help|atelier-json)$/.test(long ?? '')
  return required || optional || negate || isGeneral || flags.includes(',')
    ? flags
    : flags.replace('--', '--[no-]')
}

export function afterHelp(
  noun: string,
  verb: string,
  { permission, orPermission, example }: OperationSpec,
): string {
  const needs =
    permission === 'public'
      ? 'Needs no credential.'
      : permission === 'any credential'
        ? 'Needs any credential.'
        : permission === 'signed-in person'
          ? 'Needs a signed-in person. API keys cannot use it.'
          : `Needs the permission ${[permission, ...(orPermission ? [orPermission] : [])].join(' or ')}.`
  return `\n${needs}\n\nExample:\n  atelier ${[noun, verb, ...example.map(quoted)].join(' ')}`
}

/** Quotes a word for a shell. */
function quoted(word: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word
  return `'${word.replaceAll("'", "'\\''")}'`
}
