import { hash, verify } from '@node-rs/argon2'

// OWASP's recommendation for argon2id; 2 is Algorithm.Argon2id, a const enum that cannot be imported.
const options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Verified if the user does not exist, so that both responses take the same time. */
let decoy: Promise<string> | undefined

export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFKC'), options)
}

export async function passwordFits(
  passwordHash: string | null | undefined,
  password: string,
): Promise<boolean> {
  decoy ??= hashPassword('decoy')
  const fits = await verify(passwordHash ?? (await decoy), password.normalize('NFKC'))
  return fits && typeof passwordHash === 'string'
}
