import { createApiKey } from '@atelier/server/features/api-keys/create-api-key.ts'
import { type Permission, permissions } from '@atelier/server/http/permissions.ts'
import { invalid } from '@atelier/server/http/problem.ts'
import { printJson } from '../output.ts'
import { type KeyOptions, withOperator } from './with-operator.ts'

const longestName = 100

export async function create(
  name: string,
  options: KeyOptions & { scopes?: string; expires?: string },
): Promise<void> {
  const wanted = {
    name: readName(name),
    scopes: options.scopes === undefined ? undefined : readScopes(options.scopes),
    expires: options.expires === undefined ? undefined : readTime(options.expires),
  }
  const created = await withOperator(options, (deps, actor) => {
    const scopes = wanted.scopes === 'all' ? [...actor.permissions] : wanted.scopes
    return createApiKey(deps, actor, {
      name: wanted.name,
      ...(scopes && { scopes }),
      ...(wanted.expires && { expires_at: wanted.expires }),
    })
  })
  if (options.json) return printJson(created)
  // Prints only the key on standard output, so that KEY=$(atelier keys create) works.
  process.stdout.write(`${created.key}\n`)
  const ends = created.expires_at
    ? `expires ${created.expires_at.toISOString()}`
    : 'does not expire'
  process.stderr.write(
    `\nSave this key: it is shown only once. "${created.name}" ${ends}. Scopes: ${created.scopes.join(', ')}.\n`,
  )
}

function readName(text: string): string {
  const name = text.trim()
  if (name.length >= 1 && name.length <= longestName) return name
  throw invalid('name', `must have 1 to ${longestName} characters`)
}

function readScopes(text: string): 'all' | Permission[] {
  if (text.trim() === 'all') return 'all'
  const names = new Set(text.split(',').map((name) => name.trim()))
  const known = permissions.filter((scope) => names.has(scope))
  if (known.length === names.size) return known
  const unknown = [...names].filter((name) => !known.some((scope) => scope === name))
  throw invalid(
    '--scopes',
    `there is no scope "${unknown.join('", "')}". Available: all, ${permissions.join(', ')}`,
  )
}

/** A day means its start in UTC. A time needs a zone, or it would depend on the machine's. */
export function readTime(text: string): string {
  const parts =
    /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/.exec(text.trim()) ?? []
  const [whole = '', day = ''] = parts
  const time = new Date(whole)
  // Date reads 30 February as 2 March.
  const isDay = !Number.isNaN(time.getTime()) && new Date(day).toISOString().startsWith(day)
  if (isDay) return time.toISOString()
  throw invalid('--expires', `"${text}" is not a time. Use 2027-01-31, or 2027-01-31T18:00:00Z`)
}
