import { RateLimiter } from './rate-limit.ts'

const windowSeconds = 300
/** Enough for a person who mistypes, far too few for a machine that guesses. */
const maxTriesPerPair = 20
/** For guesses at one account from many addresses. */
const maxTriesPerAccount = 100
/** For guesses at many accounts from one address, which may be a proxy with a company behind it. */
const maxTriesPerAddress = 300

interface Attempt {
  account: string
  address: string
  /** Whether the person has signed in from there before; asked only when it decides. */
  isKnown(): Promise<boolean>
}

/**
 * Counts wrong passwords, wherever they can be tried: signing in, changing a password, accepting an
 * invitation, letting a program in. An account and an address are counted together. Each alone has
 * a higher limit, which does not hold for a person at an address they have used before: strangers
 * must not be able to lock the owner out. Counted per process.
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
   * Runs a check of a password, or refuses it with 429. The try is counted before the check, so
   * that many at once don't slip through, and not at all when the password was right.
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
