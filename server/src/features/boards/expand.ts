import { invalid } from '../../http/problem.ts'

/** The names to expand inline; the error for an unknown name lists the allowed ones. */
export function readExpand<Name extends string>(
  text: string | undefined,
  allowed: readonly Name[],
): ReadonlySet<Name> {
  const names = (text ?? '').split(',').map((name) => name.trim())
  const wanted = names.filter((name) => name !== '')
  const unknown = wanted.find((name) => !allowed.includes(name as Name))
  if (unknown !== undefined) {
    throw invalid('expand', `"${unknown}" cannot be expanded; use ${allowed.join(', ')}`)
  }
  return new Set(wanted as Name[])
}
