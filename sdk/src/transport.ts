import { normalizeBaseUrl } from './base-url.ts'
import { sleep } from './delays.ts'
import { AtelierError, ConnectionError, parseBody, readError } from './errors.ts'
import { JsonText } from './json-text.ts'
import type { CallOptions, Operation, RawBody } from './operation.ts'
import { pauseBeforeRetryMs, type Retry, warnAboutRateLimit } from './retries.ts'
import { uuid } from './uuid.ts'

export interface ClientOptions {
  /** URL of the server, such as http://localhost:4600. The scheme is optional. */
  baseUrl: string
  apiKey?: string | undefined
  /** Instead of a key. A function runs before each attempt and may renew the token. */
  accessToken?: string | (() => string | Promise<string>) | undefined
  /** Id or slug of the workspace, for credentials with access to several. */
  organization?: string | number | undefined
  /** Id of a teamspace. Limits all requests to it. */
  space?: string | number | undefined
  fetch?: typeof fetch | undefined
  /** For each attempt, until the response has been read. Doesn't apply to uploads. */
  timeoutMs?: number | undefined
  /** How often a request is retried, if retrying is safe. */
  maxRetries?: number | undefined
  /** Runs before the client waits to retry. By default, it logs waits for the rate limit. */
  onRetry?: ((retry: Retry) => void) | undefined
}

export interface Outgoing extends CallOptions {
  operation: Operation
  params?: readonly (string | number)[]
  query?: object | undefined
  /** Sent as JSON. */
  body?: unknown
  raw?: RawBody | undefined
  /** Replaces the operation's path if the server returned a URL. */
  url?: string
  /** Fewer than the default, for callers that retry by themselves. */
  maxRetries?: number
}

/** Longer than the longest wait that an operation offers (60 s). */
const usualTimeoutMs = 70_000
const usualRetries = 3

/** Sends requests: handles credentials, retries and errors. */
export class Transport {
  readonly options: ClientOptions
  readonly #baseUrl: string

  constructor(options: ClientOptions) {
    this.options = options
    this.#baseUrl = normalizeBaseUrl(options.baseUrl)
  }

  /** Returns the reply in the form that the operation declares. */
  async call(request: Outgoing): Promise<unknown> {
    const { gives } = request.operation
    if (gives === 'response') return this.open(request)
    return this.#send(request, async (response) => {
      if (gives === 'nothing') return void (await response.body?.cancel())
      return parseBody(await response.text(), response)
    })
  }

  /** Returns the response unread, for files and streams. */
  open(request: Outgoing): Promise<Response> {
    return this.#send(request, async (response) => response)
  }

  /** The URL of an operation, with its parameters filled in. */
  buildUrl({ operation, params = [], query, url }: Outgoing): string {
    const values = [...params]
    const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      const value = values.shift()
      // An empty value would call another operation: /boards/ lists boards.
      if (value === undefined || value === '') throw new TypeError(`${operation.id} needs ${name}`)
      return encodeURIComponent(value)
    })
    const target = new URL(url ?? this.#baseUrl + path)
    for (const [name, value] of Object.entries(query ?? {})) {
      if (value !== undefined && value !== null) target.searchParams.set(name, String(value))
    }
    return target.href
  }

  async #send<T>(request: Outgoing, read: (response: Response) => Promise<T>): Promise<T> {
    const { operation, signal, raw } = request
    const url = this.buildUrl(request)
    const key = operation.isKeyed ? (request.idempotencyKey ?? uuid()) : undefined
    const isSafe = key !== undefined || /^(GET|PUT|DELETE)$/.test(operation.method)
    // The first attempt consumes a stream.
    const wanted = request.maxRetries ?? this.options.maxRetries ?? usualRetries
    const retries = isSafe && !(raw instanceof ReadableStream) ? wanted : 0
    for (let tries = 0; ; tries++) {
      signal?.throwIfAborted()
      try {
        return await this.#try(request, url, key, read)
      } catch (error) {
        const pauseMs = pauseBeforeRetryMs(error, tries)
        if (tries >= retries || pauseMs === undefined) throw error
        const { onRetry = warnAboutRateLimit } = this.options
        onRetry({
          operation: operation.id,
          error: error as Retry['error'],
          delayMs: pauseMs,
          attempt: tries + 1,
        })
        await sleep(pauseMs, signal)
      }
    }
  }

  async #try<T>(
    request: Outgoing,
    url: string,
    key: string | undefined,
    read: (response: Response) => Promise<T>,
  ): Promise<T> {
    const { operation, signal, raw, onResponse } = request
    const timeoutMs =
      request.timeoutMs ?? (raw ? undefined : (this.options.timeoutMs ?? usualTimeoutMs))
    // Errors of the caller's own code and values, which a retry wouldn't fix, pass unchanged.
    const headers = await this.#headers(request, key)
    const body = request.body === undefined ? raw : writeJson(request.body)
    const late = new AbortController()
    const timer = timeoutMs === undefined ? undefined : setTimeout(() => late.abort(), timeoutMs)
    const connected = <R>(work: Promise<R>): Promise<R> =>
      work.catch((error) => {
        signal?.throwIfAborted()
        throw this.#connectionError(operation, error, late.signal.aborted ? timeoutMs : undefined)
      })
    try {
      const sending = (this.options.fetch ?? fetch)(url, {
        method: operation.method,
        headers,
        body: body as never,
        signal: signal ? AbortSignal.any([signal, late.signal]) : late.signal,
        ...(request.keepalive && { keepalive: true }),
        ...(raw instanceof ReadableStream && { duplex: 'half' }),
      })
      const response = await connected(sending)
      onResponse?.(response)
      if (!response.ok) throw await readError(response)
      return await connected(read(response))
    } finally {
      clearTimeout(timer)
    }
  }

  #connectionError({ id }: Operation, error: unknown, expiredMs: number | undefined): Error {
    if (error instanceof AtelierError) return error
    const networkCode = readNetworkCode(error)
    const ending =
      expiredMs !== undefined ? ` within ${expiredMs} ms` : networkCode && ` (${networkCode})`
    return new ConnectionError(`${id}: no answer from ${this.#baseUrl}${ending}`, {
      cause: error,
      isTimeout: expiredMs !== undefined,
    })
  }

  async #headers(request: Outgoing, key: string | undefined): Promise<Record<string, string>> {
    const { operation, body, headers } = request
    const { organization, space } = this.options
    return checkedHeaders({
      prefer: 'handling=strict',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(!operation.isPublic && {
        ...(await this.#authorization()),
        ...(organization !== undefined && { organization: String(organization) }),
        ...(space !== undefined && { space: String(space) }),
      }),
      ...(key !== undefined && { 'idempotency-key': key }),
      ...headers,
    })
  }

  async #authorization(): Promise<{ authorization?: string }> {
    const { apiKey, accessToken } = this.options
    if (apiKey) return { authorization: `Api-Key ${apiKey}` }
    const token = typeof accessToken === 'function' ? await accessToken() : accessToken
    // Signing in needs no credential.
    return token ? { authorization: `Bearer ${token}` } : {}
  }
}

function writeJson(body: unknown): string {
  return body instanceof JsonText ? body.text : JSON.stringify(body)
}

/** Such as ECONNREFUSED. Node's fetch has it in the cause of its error; browsers don't tell. */
function readNetworkCode(error: unknown): string {
  const { cause, code } = error as { cause?: { code?: unknown }; code?: unknown }
  const found = cause?.code ?? code
  return typeof found === 'string' ? found : ''
}

/** The caller's headers replace ours, regardless of case. */
function checkedHeaders(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([given, value]) => {
      const name = given.toLowerCase()
      if (!/^[\t\x20-\x7e]*$/.test(value.trim())) throw new TypeError(invalidHeader(name))
      return [name, value]
    }),
  )
}

function invalidHeader(name: string): string {
  if (name !== 'authorization') return `The header "${name}" may contain only ASCII characters.`
  return 'The API key or access token has invalid characters. Copy the whole key, not a placeholder such as "atl_…".'
}
