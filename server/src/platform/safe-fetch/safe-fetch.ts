import { Readable } from 'node:stream'
import type { Logger } from 'pino'
import { requireNoTransaction } from '../postgres/transaction-context.ts'
import { type AddressSettings, createAddressRules } from './address-rules.ts'
import { type AllowedRanges, type FetchPurpose, selectRanges } from './allowed-ranges.ts'
import { answerBody } from './answer-body.ts'
import { asRefusal, FetchRefused } from './fetch-refused.ts'
import { type ConnectorSettings, type Resolve, systemResolve } from './guarded-connector.ts'
import { type RawAnswer, sendRequest } from './one-request.ts'
import { type Hop, isRedirect, nextHop } from './redirects.ts'
import { parseRequestUrl } from './request-url.ts'

export interface SafeFetchSettings extends AddressSettings {
  log: Pick<Logger, 'warn'>
  resolve?: Resolve
}

export interface FetchOptions {
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  headers?: Record<string, string>
  /** A stream can be sent only once, so redirects are rejected. */
  body?: string | Uint8Array | { stream: Readable; bytes: number }
  /** Maximum bytes read, counted after decompression. */
  maxBytes: number
  /** Covers everything: lookup, connection, redirects, and reading up to the last byte. */
  timeoutMs: number
  /** For large transfers, which may take long but must not stall; no such limit if unset. */
  idleTimeoutMs?: number
  /** Defaults to 5; 0 rejects every redirect. */
  maxRedirects?: number
  /** Returns responses of any status instead of rejecting all but 2xx. */
  anyStatus?: boolean
  signal?: AbortSignal
}

export interface Fetched {
  status: number
  headers: Record<string, string>
  /** The URL of the response, after redirects. */
  url: string
  /** Read it to the end or destroy it; otherwise it is closed at the timeout. */
  stream: Readable
  bytes(): Promise<Buffer>
}

export type SafeFetch = (url: string | URL, options: FetchOptions) => Promise<Fetched>

/** One per purpose, so that a range opened for engines stays closed to everything else. */
export type SafeFetches = Readonly<Record<FetchPurpose, SafeFetch>>

export function createSafeFetches(
  allowed: AllowedRanges,
  log: SafeFetchSettings['log'],
): SafeFetches {
  const made = (purpose: FetchPurpose) =>
    createSafeFetch({ allowCidrs: selectRanges(allowed, purpose), log })
  return {
    engines: made('engines'),
    webhooks: made('webhooks'),
    workflows: made('workflows'),
    fetching: made('fetching'),
  }
}

/** Set by the connection itself; a caller could use them to smuggle a second request. */
const connectionHeaders = [
  ...['host', 'connection', 'content-length', 'transfer-encoding', 'expect', 'upgrade'],
  ...['keep-alive', 'te', 'trailer', 'proxy-authorization', 'proxy-connection'],
]

/**
 * Fetches a URL from a caller, from the public internet only. Throws `FetchRefused`, or the reason
 * of the caller's own signal.
 */
export function createSafeFetch({
  log,
  resolve = systemResolve,
  ...addresses
}: SafeFetchSettings): SafeFetch {
  const connector = { mayConnect: createAddressRules(addresses), resolve, log }
  return async (url, options) => {
    requireNoTransaction('safeFetch')
    const first = firstHop(url, options)
    const deadline = startDeadline(options)
    try {
      return await follow(connector, first, options, deadline)
    } catch (error) {
      deadline.stop()
      throw deadline.signal.aborted ? deadline.signal.reason : asRefusal(error)
    }
  }
}

function firstHop(url: string | URL, { method = 'GET', headers = {}, body }: FetchOptions): Hop {
  const sent: Hop['headers'] = {
    accept: '*/*',
    'accept-encoding': 'identity',
    'user-agent': 'Atelier',
  }
  for (const [name, value] of Object.entries(headers)) {
    const lower = name.toLowerCase()
    if (!connectionHeaders.includes(lower)) sent[lower] = value
  }
  if (body && typeof body === 'object' && 'stream' in body) {
    const length = { 'content-length': String(body.bytes) }
    return { url: parseRequestUrl(url), method, headers: { ...sent, ...length }, body: body.stream }
  }
  return { url: parseRequestUrl(url), method, headers: sent, body }
}

interface Deadline {
  signal: AbortSignal
  stop(): void
}

function startDeadline({ timeoutMs, signal }: FetchOptions): Deadline {
  const time = new AbortController()
  const timer = setTimeout(() => time.abort(new FetchRefused('timeout')), timeoutMs)
  return {
    signal: signal ? AbortSignal.any([time.signal, signal]) : time.signal,
    stop: () => clearTimeout(timer),
  }
}

async function follow(
  connector: ConnectorSettings,
  first: Hop,
  options: FetchOptions,
  deadline: Deadline,
): Promise<Fetched> {
  const maxRedirects = first.body instanceof Readable ? 0 : (options.maxRedirects ?? 5)
  let hop = first
  for (let redirects = 0; ; redirects++) {
    deadline.signal.throwIfAborted()
    const answer = await sendRequest(connector, hop, options, deadline.signal)
    const { location } = answer.headers
    if (!isRedirect(answer.status, location)) return finish(hop, answer, options, deadline)
    answer.close()
    if (redirects >= maxRedirects) throw redirectRefused(maxRedirects, answer.status)
    hop = nextHop(hop, answer.status, location)
  }
}

function redirectRefused(maxRedirects: number, status: number): FetchRefused {
  if (maxRedirects > 0) return new FetchRefused('too_many_redirects', { status })
  const message = 'The URL redirects, and redirects are not followed here.'
  return new FetchRefused('too_many_redirects', { status, message })
}

function finish(hop: Hop, answer: RawAnswer, options: FetchOptions, deadline: Deadline): Fetched {
  const { status, headers, body, close } = answer
  try {
    judge(hop, answer, options)
    const stream = answerBody(body, {
      // A response to HEAD has the headers of a body, but no body.
      contentEncoding: hop.method === 'HEAD' ? undefined : headers['content-encoding'],
      maxBytes: options.maxBytes,
      signal: deadline.signal,
      onClose: () => {
        deadline.stop()
        close()
      },
    })
    const bytes = async () => Buffer.concat(await stream.toArray())
    return { status, headers, url: hop.url.href, stream, bytes }
  } catch (error) {
    close()
    throw error
  }
}

/** Rejects a response based on its headers, before reading any of the body. */
function judge(hop: Hop, { status, headers }: RawAnswer, options: FetchOptions): void {
  if ((status < 200 || status > 299) && !options.anyStatus) {
    const message = `The server returned status ${status}.`
    throw new FetchRefused('bad_status', { status, message })
  }
  if (hop.method !== 'HEAD' && Number(headers['content-length']) > options.maxBytes) {
    throw new FetchRefused('too_large')
  }
}
