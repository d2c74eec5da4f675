import type { Deps } from '../../deps.ts'
import { currentKey, insertKey, lockKeys, retireKeys, rotationDays } from './queries.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'secrets'>

const purpose = 'receipt key'

/** The key that signs now. The first receipt creates it. */
export async function signingKey(deps: Needs) {
  let row = await currentKey(deps.db.system)
  if (!row?.private_jwk) {
    await rotateKeys(deps, { onlyIfDue: true })
    row = await currentKey(deps.db.system)
  }
  if (!row?.private_jwk) throw new Error('There is no key to sign receipts with.')
  const jwk = JSON.parse(deps.secrets.open(row.private_jwk, purpose))
  const { importJWK } = await import('jose')
  return { kid: row.kid, key: await importJWK(jwk, 'EdDSA') }
}

/** Creates a key and retires the others. Their public halves stay, for old receipts. */
export async function rotateKeys(
  deps: Needs,
  { onlyIfDue }: { onlyIfDue: boolean },
): Promise<void> {
  const { calculateJwkThumbprint, exportJWK, generateKeyPair } = await import('jose')
  const pair = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true })
  const [publicJwk, privateJwk] = await Promise.all([
    exportJWK(pair.publicKey),
    exportJWK(pair.privateKey),
  ])
  const kid = await calculateJwkThumbprint(publicJwk)
  const now = deps.clock()
  await deps.db.transaction('system', async (tx) => {
    await lockKeys(tx)
    const row = await currentKey(tx)
    const isFresh = row && now.getTime() - row.created_at.getTime() < rotationDays * 86_400_000
    if (onlyIfDue && isFresh) return
    await insertKey(tx, {
      kid,
      public_jwk: { ...publicJwk, kid, alg: 'EdDSA', use: 'sig' },
      private_jwk: deps.secrets.seal(JSON.stringify(privateJwk), purpose),
      created_at: now,
    })
    await retireKeys(tx, kid, now)
  })
}
