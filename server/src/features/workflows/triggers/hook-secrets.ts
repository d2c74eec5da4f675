import type { Deps } from '../../../deps.ts'
import { invalid } from '../../../http/problem.ts'
import { sha256 } from '../../../lib/hash.ts'
import { newSecret } from '../../signed-posts/webhook-secret.ts'
import type { VerifyScheme } from './schemas.ts'
import { sealHookSecret } from './sealed-hook-secrets.ts'

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
  const sealedSecret = sealHookSecret({ secrets }, secret)
  return { tokenHash: sha256(token), sealedSecret, shown: { url, secret } }
}

function isStandardSecret(secret: string): boolean {
  const bytes = Buffer.from(secret.replace(/^whsec_/, ''), 'base64').length
  return secret.startsWith('whsec_') && bytes >= 24 && bytes <= 64
}
