import { RateLimiter } from './rate-limit.ts'

const windowSeconds = 300
/** Enough for a person who mistypes, far too few for a machine that guesses. */
const maxTriesPerPair = 20
/** Limits guesses at one account from many addresses. */
const maxTriesPerAccount = 100
/** Limits guesses at many accounts from one address, which may be a company's proxy. */
const maxTriesPerAddress = 300

interface Attempt {
  account: string
  address: string
  /** Whether the person has signed in from there before; called only if it matters. */
  isKnown(): Promise<boolean>
}

/**
 * Counts wrong passwords wherever they can be tried: signing in, changing a password, accepting an
 * invitation, granting access to a program. The main limit is per pair of account and address. Each
 * alone has a higher limit, which does not apply to a person at an address they have used before:
 * strangers must not be able to lock the owner out. Counts are per process.
 */
export class SignInThrottle {
  readonly #pairs: RateLimiter
  readonly #accounts: RateLimiter
  readonly #addresses: RateLimiter

  constructor(nowMs: () => number) {
    this.#pairs = new RateLimiter('login', maxTriesPerPair, windowSeconds, nowMs)
    this.#accounts = new RateLimiter('login-account', maxTriesPerAccount, windowSeconds, nowMs)
    this.#addresses = new RateLimiter('login-address', maxTriesPerAddress, windowSeconds, nowMs)
  }

  /**
   * Runs a password check, or rejects it with 429. The attempt is counted before the check, so that
   * concurrent attempts don't slip through, and uncounted if the password was right.
   */
  async attempt<T>({ account, address, isKnown }: Attempt, check: () => Promise<T>): Promise<T> {
    const name = account.toLowerCase()
    const isFull = this.#accounts.isUsedUp(name) || this.#addresses.isUsedUp(address)
    const isExempt = isFull && (await isKnown())
    const taken: [RateLimiter, string][] = [[this.#pairs, `${name} ${address}`]]
    if (!isExempt) taken.push([this.#accounts, name], [this.#addresses, address])
    for (const [limiter, owner] of taken) limiter.take(owner)
    const result = await check()
    for (const [limiter, owner] of taken) limiter.giveBack(owner)
    return result
  }
}
