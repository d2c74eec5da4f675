import type { Deps } from '../../../deps.ts'
import { invalid } from '../../../http/problem.ts'
import { sha256 } from '../../../lib/hash.ts'
import type { SealedColumn } from '../../../platform/sealed-columns.ts'
import { newSecret } from '../../signed-posts/webhook-secret.ts'
import type { VerifyScheme } from './schemas.ts'

const table = 'workflow_triggers'
const purpose = 'hook secret'
export const sealedHookColumns: readonly SealedColumn[] = [
  { table, column: 'secret', purpose },
  { table, column: 'previous_secret', purpose },
]

interface HookSecrets {
  tokenHash: string
  /** To be stored. */
  sealedSecret: string | null
  /** Shown once. */
  shown: { url: string; secret?: string }
}

/** A new URL, and a new signing secret if the scheme has one. */
export function newHookSecrets(
  { random, config, secrets }: Pick<Deps, 'random' | 'config' | 'secrets'>,
  verify: VerifyScheme = 'token',
  given?: string,
): HookSecrets {
  const token = random.secret(32)
  const url = `${config.publicUrl}/api/v1/hooks/${token}`
  if (verify === 'token') {
    if (given !== undefined) throw invalid('secret', 'is not used if verify is token')
    return { tokenHash: sha256(token), sealedSecret: null, shown: { url } }
  }
  if (verify === 'standard-webhooks' && given !== undefined && !isStandardSecret(given)) {
    throw invalid('secret', 'must be whsec_ followed by 24 to 64 bytes in base64')
  }
  const own = verify === 'standard-webhooks' ? newSecret({ random }) : random.secret(32)
  const secret = given ?? own
  const sealedSecret = secrets.toStored(secret, purpose)
  return { tokenHash: sha256(token), sealedSecret, shown: { url, secret } }
}

export function openHookSecret({ secrets }: Pick<Deps, 'secrets'>, stored: string): string {
  return secrets.fromStored(stored, purpose)
}

function isStandardSecret(secret: string): boolean {
  const bytes = Buffer.from(secret.replace(/^whsec_/, ''), 'base64').length
  return secret.startsWith('whsec_') && bytes >= 24 && bytes <= 64
}
