import type { Option } from 'commander'
import type { Field, OperationSpec, Param } from './spec.ts'

/** What an option or argument is for, with what may stand there. */
export function saysOf(param: Param | Field): string {
  const { says, enum: choices = [], min, max } = param
  const facts = [
    'isRequired' in param && 'needed',
    choices.join('|').length > 40 && `one of ${choices.join(', ')}`,
    isTelling(max) && min !== undefined && `${min} to ${max}`,
    param.types?.includes('array') && 'may be given several times',
    param.types?.includes('null') && param.types.length > 1 && 'or null',
    'default' in param && param.default !== '' && `default: ${JSON.stringify(param.default)}`,
  ].filter(Boolean)
  const inBrackets = facts.length > 0 ? `(${facts.join('; ')})` : ''
  return [says?.replaceAll('`', ''), inBrackets].filter(Boolean).join(' ')
}

/** A limit that only says that the database has one is left out. */
function isTelling(max: number | undefined): boolean {
  return max !== undefined && max < 1_000_000
}

/** `--[no-]complete` for what can be said both ways. */
export function fieldTerm({ flags, required, optional, negate, long }: Option): string {
  const isGeneral = /^--(json|all|follow|help|atelier-json)$/.test(long ?? '')
  return required || optional || negate || isGeneral || flags.includes(',')
    ? flags
    : flags.replace('--', '--[no-]')
}

export function afterHelp(
  noun: string,
  verb: string,
  { permission, example }: OperationSpec,
): string {
  const needs =
    permission === 'public'
      ? 'Needs no credential.'
      : permission === 'any credential'
        ? 'Needs any credential.'
        : permission === 'signed-in person'
          ? 'Needs a signed-in person: not for API keys.'
          : `Needs the permission ${permission}.`
  return `\n${needs}\n\nExample:\n  atelier ${[noun, verb, ...example.map(quoted)].join(' ')}`
}

/** As one writes it in a shell. */
function quoted(word: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word
  return `'${word.replaceAll("'", "'\\''")}'`
}
