import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { FairSemaphore, maxWaitSeconds } from '../../lib/fair-semaphore.ts'

// OWASP's recommendation for argon2id; 2 is Algorithm.Argon2id, a const enum that cannot be imported.
const options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** A hash keeps a core busy for some 30 ms: guesses must leave one to everything else. */
const cores = new FairSemaphore<'password'>(Math.max(1, availableParallelism() - 1))

const inTurn = <T>(work: () => Promise<T>) => cores.run('password', work, { maxWaitSeconds })

/** Verified if the user does not exist, so that both responses take the same time. */
let decoy: Promise<string> | undefined

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password.normalize('NFKC'), options))
}

export async function passwordFits(
  passwordHash: string | null | undefined,
  password: string,
): Promise<boolean> {
  decoy ??= hashPassword('decoy')
  const expected = passwordHash ?? (await decoy)
  const fits = await inTurn(() => verify(expected, password.normalize('NFKC')))
  return fits && typeof passwordHash === 'string'
}
