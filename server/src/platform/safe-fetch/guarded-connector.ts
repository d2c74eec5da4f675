import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { connect as connectPlain, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { Logger } from 'pino'
import type { buildConnector } from 'undici'
import type { MayConnect } from './address-rules.ts'
import { FetchRefused } from './fetch-refused.ts'

/** Returns all addresses of a host name. */
export type Resolve = (hostname: string) => Promise<string[]>

export interface ConnectorSettings {
  mayConnect: MayConnect
  resolve: Resolve
  log: Pick<Logger, 'warn'>
}

/** A host may have many addresses; an unresponsive one must not use up the time for the others. */
const maxAddresses = 4
const attemptMs = 5_000

/**
 * Opens sockets for undici, but only to addresses that the rules allow. The name is resolved here,
 * once, and exactly the checked address is dialed. So DNS rebinding gains nothing: there is no
 * second lookup. IP literals take the same path.
 */
export function guardedConnector(
  settings: ConnectorSettings,
  signal: AbortSignal,
): buildConnector.connector {
  return (target, done) => {
    open(settings, target, signal).then(
      (socket) => done(null, socket),
      (error) => done(error, null),
    )
  }
}

async function open(
  settings: ConnectorSettings,
  target: buildConnector.Options,
  signal: AbortSignal,
): Promise<Socket> {
  let failure: unknown
  for (const address of await allowedAddresses(settings, target.hostname, signal)) {
    signal.throwIfAborted()
    try {
      return await dial(address, target, signal)
    } catch (error) {
      failure = error
    }
  }
  throw failure
}

/** IPv4 first: many machines have an IPv6 address without a route to the internet. */
async function allowedAddresses(
  { mayConnect, resolve, log }: ConnectorSettings,
  hostname: string,
  signal: AbortSignal,
): Promise<string[]> {
  const addresses = isIP(hostname) ? [hostname] : await unlessAborted(resolve(hostname), signal)
  const allowed = addresses.filter(mayConnect)
  if (allowed.length > 0) return allowed.sort((a, b) => isIP(a) - isIP(b)).slice(0, maxAddresses)
  if (addresses.length === 0) {
    throw new FetchRefused('unreachable', { message: 'The host name has no IP address.' })
  }
  log.warn({ hostname, addresses }, 'refused a request to an address that is not public')
  throw new FetchRefused('forbidden_address')
}

/** A lookup cannot be cancelled, but nobody has to wait for it. */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const stop = () => reject(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

async function dial(
  address: string,
  { protocol, port, hostname }: buildConnector.Options,
  signal: AbortSignal,
): Promise<Socket> {
  const secure = protocol === 'https:'
  const usualPort = secure ? 443 : 80
  const where = { host: address, port: port === '' ? usualPort : Number(port) }
  // The certificate must be for the requested name, not for the address.
  const name = isIP(hostname) ? {} : { servername: hostname }
  const socket = secure
    ? connectTls({ ...where, ...name, ALPNProtocols: ['http/1.1'] })
    : connectPlain(where)
  socket.setNoDelay(true)
  // An error between two listeners would otherwise end the process.
  socket.on('error', () => {})
  try {
    await once(socket, secure ? 'secureConnect' : 'connect', {
      signal: AbortSignal.any([signal, AbortSignal.timeout(attemptMs)]),
    })
    return socket
  } catch (error) {
    socket.destroy()
    throw signal.aborted ? signal.reason : timeoutOrItself(error)
  }
}

function timeoutOrItself(error: unknown): unknown {
  return (error as Error).name === 'AbortError'
    ? new FetchRefused('timeout', { cause: error })
    : error
}

/**
 * Resolves names like the machine, including `/etc/hosts`: an operator may allow a host listed only
 * there. libuv limits lookups to half of its threads, so slow ones don't block files.
 */
export async function systemResolve(hostname: string): Promise<string[]> {
  const found = await lookup(hostname, { all: true })
  return found.map(({ address }) => address)
}
