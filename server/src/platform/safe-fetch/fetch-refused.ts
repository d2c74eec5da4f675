/** Why a fetch failed, and whether a retry can help. */
const refusals = {
  bad_url: { retryable: false, message: 'The URL is not valid.' },
  unsupported_scheme: {
    retryable: false,
    message: 'Only http and https URLs can be fetched.',
  },
  forbidden_address: {
    retryable: false,
    message: 'The URL points to a private or reserved network. Only public addresses are allowed.',
  },
  too_many_redirects: { retryable: false, message: 'The URL redirects too many times.' },
  too_large: { retryable: false, message: 'The response is larger than allowed.' },
  wrong_type: { retryable: false, message: 'The response has a media type that is not allowed.' },
  bad_status: { retryable: false, message: 'The server returned an error.' },
  timeout: { retryable: true, message: 'The server took too long to respond.' },
  unreachable: { retryable: true, message: 'The server cannot be reached.' },
} as const

export type FetchRefusalCode = keyof typeof refusals

interface Details {
  message?: string
  /** The status of the response, if there was one. */
  status?: number
  cause?: unknown
}

/**
 * A fetch that was rejected or failed. The message is for the person who provided the URL: it
 * contains no resolved IP address. The cause may contain one, so it is only for the log.
 */
export class FetchRefused extends Error {
  override readonly name = 'FetchRefused'
  readonly code: FetchRefusalCode
  readonly retryable: boolean
  /** The name cannot be resolved. Final for a file that a caller named; others may wait for DNS. */
  readonly isUnknownHost: boolean
  readonly status: number | undefined

  constructor(code: FetchRefusalCode, { message, status, cause }: Details = {}) {
    super(message ?? refusals[code].message, { cause })
    this.code = code
    this.status = status
    this.isUnknownHost = ['ENOTFOUND', 'ENODATA'].includes((cause as { code?: string })?.code ?? '')
    this.retryable = refusals[code].retryable || (status !== undefined && mayHealStatus(status))
  }
}

/** Temporary server errors: 408, 425, 429 and every 5xx except 501 (not implemented). */
function mayHealStatus(status: number): boolean {
  return [408, 425, 429].includes(status) || (status >= 500 && status !== 501)
}

/** Translates errors of the network layer into words that people understand. */
export function asRefusal(error: unknown): unknown {
  if (error instanceof FetchRefused) return error
  const { code = '', name = '' } = error as { code?: string; name?: string }
  // A header that cannot be sent is the caller's mistake, not a network error.
  if (code === 'UND_ERR_INVALID_ARG') return error
  if (code === 'UND_ERR_HEADERS_OVERFLOW') {
    return new FetchRefused('too_large', {
      message: 'The response headers are larger than allowed.',
      cause: error,
    })
  }
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') {
    return new FetchRefused('too_large', { cause: error })
  }
  if (name === 'TimeoutError' || code.endsWith('TIMEOUT') || code === 'ETIMEDOUT') {
    return new FetchRefused('timeout', { cause: error })
  }
  return new FetchRefused('unreachable', { message: networkTrouble(code), cause: error })
}

function networkTrouble(code: string): string {
  if (code === 'ENOTFOUND' || code === 'ENODATA') return 'The host name does not exist.'
  if (code === 'EAI_AGAIN') return 'The host name cannot be resolved right now.'
  if (code === 'ECONNREFUSED') return 'The server refused the connection.'
  if (code.includes('CERT') || code.includes('TLS') || code.includes('SSL')) {
    return 'The server’s certificate is not valid for this URL.'
  }
  if (code.startsWith('HPE_')) return 'The server’s response is not valid HTTP.'
  if (code.startsWith('Z_') || code.startsWith('ERR_') || code.startsWith('UND_')) {
    return 'The response was incomplete or corrupted.'
  }
  return 'The server cannot be reached.'
}
