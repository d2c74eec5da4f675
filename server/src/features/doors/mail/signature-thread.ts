import { Resolver } from 'node:dns/promises'
import { dkimVerify } from 'mailauth'

export type Resolve = (name: string, type: string) => Promise<unknown>

export interface Signatures {
  /** The domains of signatures that fit, and of those that don't. */
  right: string[]
  wrong: string[]
  /** Whether a key could not be looked up, so a signature may fit after all. */
  isDnsAway: boolean
}

/** A slow server of the sender's domain must not hold up the mailbox. */
const resolveQuickly: Resolve = (name, type) =>
  new Resolver({ timeout: 2000, tries: 2 }).resolve(name, type)

export async function work(
  { raw }: { raw: Uint8Array },
  resolve: Resolve = resolveQuickly,
): Promise<Signatures> {
  let isDnsAway = false
  const resolver = (name: string, type: string) =>
    resolve(name, type).catch((error) => {
      if (!['ENOTFOUND', 'ENODATA'].includes(error.code)) isDnsAway = true
      throw error
    })
  const { results } = await dkimVerify(Buffer.from(raw), { resolver: resolver as never })
  const listDomains = (isRight: boolean) =>
    results.flatMap(({ signingDomain, status, canonBodyLengthLimited }) => {
      // Beyond a limited body, anyone may have added text.
      const fits = status.result === 'pass' && !canonBodyLengthLimited
      return signingDomain && fits === isRight ? [signingDomain.toLowerCase()] : []
    })
  return { right: listDomains(true), wrong: listDomains(false), isDnsAway }
}
