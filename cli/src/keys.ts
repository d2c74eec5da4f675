import { readConfig } from '@atelier/server/config.ts'
import { type Deps, openDatabaseServer, openDeps } from '@atelier/server/deps.ts'
import { createApiKey } from '@atelier/server/features/api-keys/create-api-key.ts'
import { listApiKeys } from '@atelier/server/features/api-keys/read-api-keys.ts'
import { revokeApiKey } from '@atelier/server/features/api-keys/revoke-api-key.ts'
import { type OperatorChoice, operator } from '@atelier/server/features/workspaces/operator.ts'
import type { Actor, Permission } from '@atelier/server/http/permissions.ts'
import { Command } from 'commander'
import { print, table } from './output.ts'

interface Options extends OperatorChoice {
  json?: boolean
}

/** Keys from the terminal of the machine that the database is on: the same use cases as the API. */
export function keysCommand(): Command {
  const keys = new Command('keys').description(
    'API keys, straight on the database of this installation',
  )
  keys.addCommand(
    common(new Command('create').argument('[name]', 'what the key is for', 'Made at the terminal'))
      .description('make a key; it is shown this once')
      .option(
        '--scopes <list>',
        'comma-separated; "all" for every one (default: all but administration)',
      )
      .option('--expires <time>', 'when it ends, such as 2027-01-31T00:00:00Z')
      .action(create),
  )
  keys.addCommand(common(new Command('list')).description('list keys').action(list))
  keys.addCommand(
    common(new Command('revoke').argument('<id>', 'id or beginning of the key'))
      .description('end a key at once')
      .action(revoke),
  )
  return keys
}

function common(command: Command): Command {
  return command
    .option('--workspace <slug>', 'slug or id of the workspace (default: the first)')
    .option('--user <email>', 'whose keys (default: the first owner)')
    .option('--json', 'answer in JSON')
}

async function withOperator<T>(options: Options, work: (deps: Deps, actor: Actor) => Promise<T>) {
  const config = { ...readConfig(), logLevel: 'silent' }
  const server = await openDatabaseServer(config)
  try {
    const deps = await openDeps(config, server)
    try {
      return await work(deps, await operator(deps, options))
    } finally {
      await deps.close()
    }
  } finally {
    await server.release()
  }
}

async function create(name: string, options: Options & { scopes?: string; expires?: string }) {
  const created = await withOperator(options, (deps, actor) => {
    const scopes =
      options.scopes === 'all'
        ? [...actor.permissions]
        : options.scopes?.split(',').map((scope) => scope.trim() as Permission)
    return createApiKey(deps, actor, {
      name,
      ...(scopes && { scopes }),
      ...(options.expires && { expires_at: options.expires }),
    })
  })
  print(
    options.json,
    created,
    `${created.key}\n\nIt is shown this once. Name: ${created.name}. Scopes: ${created.scopes.join(', ')}.`,
  )
}

async function list(options: Options) {
  const { results } = await withOperator(options, (deps, actor) =>
    listApiKeys(deps, actor, { page: 1, page_size: 1000 }),
  )
  const day = (time: Date | null, otherwise: string) =>
    time?.toISOString().slice(0, 16) ?? otherwise
  const rows = results.map((key) => [
    key.id,
    key.prefix,
    key.name,
    key.revoked_at ? 'revoked' : day(key.expires_at, 'never'),
    day(key.last_used_at, 'never'),
  ])
  const text =
    rows.length === 0
      ? 'There are no keys yet. Make one with: atelier keys create'
      : table([['ID', 'BEGINS WITH', 'NAME', 'ENDS', 'LAST USED'], ...rows])
  print(options.json, results, text)
}

async function revoke(wanted: string, options: Options) {
  const key = await withOperator(options, async (deps, actor) => {
    const { results } = await listApiKeys(deps, actor, { page: 1, page_size: 1000 })
    const found = results.find(({ id, prefix }) => id === wanted || prefix === wanted)
    if (!found) throw new Error(`There is no key "${wanted}". List them with: atelier keys list`)
    await revokeApiKey(deps, actor, found.id)
    return found
  })
  print(options.json, { id: key.id, revoked: true }, `Revoked "${key.name}" (${key.prefix}…).`)
}
