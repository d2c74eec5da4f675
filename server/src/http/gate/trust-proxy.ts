import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Config } from '../../config.ts'

/**
 * Which hops Fastify trusts. A number counts from our own connection outwards, so the address seen
 * by the nearest proxies counts, never one that a client wrote in front of it.
 */
export function trustedHops({ trustProxy }: Pick<Config, 'trustProxy'>) {
  if (typeof trustProxy !== 'number') return trustProxy
  return (_address: string, hop: number) => hop < trustProxy
}

/**
 * Warns once about an undeclared proxy: behind it, all callers have the same address, so they share
 * limits that are meant for each of them.
 */
export function warnOfProxy(
  app: FastifyInstance,
  { trustProxy }: Pick<Config, 'trustProxy'>,
  log: Logger,
): void {
  if (trustProxy !== false) return
  let isSaid = false
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isSaid && request.headers['x-forwarded-for'] !== undefined) {
      isSaid = true
      log.warn(
        'A request has X-Forwarded-For, which is ignored because ATELIER_TRUST_PROXY is not set. If the server is behind your proxy, set ATELIER_TRUST_PROXY to the number of proxies, such as 1.',
      )
    }
    done()
  })
}
