import type { Deps } from '../../../deps.ts'
import { runningProcesses } from '../../../platform/postgres/processes.ts'
import { clearSecrets, saveSecrets } from './trigger-queries.ts'

const prefix = 'sealed:'
const purpose = 'hook secret'
/** Versions without this migration cannot open sealed secrets. */
const firstSealedMigration = 45
const maxRows = 500

export function sealHookSecret({ secrets }: Pick<Deps, 'secrets'>, secret: string): string {
  return `${prefix}${secrets.seal(secret, purpose)}`
}

/** Versions before migration 0045 stored secrets in clear. */
export function openHookSecret({ secrets }: Pick<Deps, 'secrets'>, stored: string): string {
  return stored.startsWith(prefix) ? secrets.open(stored.slice(prefix.length), purpose) : stored
}

/** Encrypts the secrets that an earlier version stored, once none of its processes runs. */
export async function sealClearSecrets(deps: Pick<Deps, 'db' | 'secrets'>): Promise<void> {
  const running = await runningProcesses(deps.db.system)
  if (running.some((process) => process.newest_migration < firstSealedMigration)) return
  const seal = (stored: string | null) =>
    stored === null ? null : sealHookSecret(deps, openHookSecret(deps, stored))
  let count = maxRows
  while (count === maxRows) {
    count = await deps.db.transaction('system', async (tx) => {
      const rows = await clearSecrets(tx, maxRows)
      for (const { id, secret, previous_secret } of rows) {
        await saveSecrets(tx, {
          id,
          secret: seal(secret),
          previous_secret: seal(previous_secret),
        })
      }
      return rows.length
    })
  }
}
