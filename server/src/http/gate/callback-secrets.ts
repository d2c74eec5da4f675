import type { Deps } from '../../deps.ts'
import { sha256 } from '../../lib/hash.ts'
import type { SealedColumn } from '../../platform/sealed-columns.ts'
import { newLinkSecret } from './acting-links.ts'

const purposes = { token: 'callback token', secret: 'callback secret' }

/** Of tables of jobs that external engines report about. */
export function sealedCallbackSecret(table: string): SealedColumn {
  // A report about a finished job changes nothing, so its secret is worthless.
  return { table, column: 'callback_secret', purpose: purposes.secret, isShortLived: true }
}

type Needs = Pick<Deps, 'secrets'>

/** For one job: the secret part of the URL that the engine calls, and the secret it signs with. */
export function newCallback(deps: Needs & Pick<Deps, 'random'>) {
  const token = newLinkSecret(deps)
  const secret = `whsec_${Buffer.from(deps.random.secret(32), 'base64url').toString('base64')}`
  return {
    /** For the input of the task that submits the job. */
    storedToken: deps.secrets.toStored(token, purposes.token),
    columns: {
      callback_hash: sha256(token),
      callback_secret: deps.secrets.toStored(secret, purposes.secret),
    },
  }
}

export function openCallbackToken({ secrets }: Needs, stored: string): string {
  return secrets.fromStored(stored, purposes.token)
}

export function openCallbackSecret(
  { secrets }: Needs,
  { callback_secret }: { callback_secret: string },
): string {
  return secrets.fromStored(callback_secret, purposes.secret)
}
