import type { Deps } from '../../deps.ts'
import { giveBackTogether, RateLimiter, takeTogether } from './rate-limit.ts'

const windowSeconds = 300
/** Enough for a person who mistypes, far too few for a machine that guesses. */
export const maxTriesPerPair = 20
/** Limits guesses at one account from many addresses. */
export const maxTriesPerAccount = 100
/** Limits guesses at many accounts from one address, which may be a company's proxy. */
export const maxTriesPerAddress = 300

interface Attempt {
  account: string
  address: string
  /** Whether the person has signed in from there before; called only if it matters. */
  isKnown(): Promise<boolean>
}

type Needs = Pick<Deps, 'clock' | 'counts'>

/**
 * Counts wrong passwords wherever they can be tried: signing in, changing a password, accepting an
 * invitation, granting access to a program. The main limit is per pair of account and address. Each
 * alone has a higher limit, which does not apply to a person at an address they have used before:
 * strangers must not be able to lock the owner out. All processes count together, with one statement
 * per attempt; checking the password costs far more.
 */
export class SignInThrottle {
  readonly #deps: Needs
  readonly #pairs: RateLimiter
  readonly #accounts: RateLimiter
  readonly #addresses: RateLimiter

  constructor(deps: Needs) {
    const limiter = (policy: string, quota: number) =>
      new RateLimiter({ policy, quota, windowSeconds }, deps)
    this.#deps = deps
    this.#pairs = limiter('login', maxTriesPerPair)
    this.#accounts = limiter('login-account', maxTriesPerAccount)
    this.#addresses = limiter('login-address', maxTriesPerAddress)
  }

  /**
   * Runs a password check, or rejects it with 429. The attempt is counted before the check, so that
   * concurrent attempts don't slip through, and uncounted if the password was right.
   */
  async attempt<T>({ account, address, isKnown }: Attempt, check: () => Promise<T>): Promise<T> {
    const name = account.toLowerCase()
    const pair = [this.#pairs, `${name} ${address}`] as const
    const alone = [
      [this.#accounts, name],
      [this.#addresses, address],
    ] as const
    const full = alone.map(([limiter, owner]) => limiter.checkLimit(owner)).find(Boolean)
    if (full && !(await isKnown())) throw full
    const taken = full ? [pair] : [pair, ...alone]
    const [ofPair, ...others] = await takeTogether(this.#deps, taken)
    if (ofPair) throw ofPair
    const refusal = others.find(Boolean)
    if (refusal && !(await isKnown())) throw refusal
    const result = await check()
    await giveBackTogether(this.#deps, taken)
    return result
  }
}
