const longest = 500

/** Schemes that a browser would execute or open itself instead of passing them to an app. */
const refused = new Set([
  'javascript:',
  'data:',
  'vbscript:',
  'file:',
  'blob:',
  'about:',
  'ws:',
  'wss:',
  'ftp:',
])

/** Why a redirect URI is not allowed; undefined if it is. */
export function mistakeIn(uri: unknown): string | undefined {
  if (typeof uri !== 'string' || uri.length > longest || !URL.canParse(uri)) {
    return `A redirect URI must be a URL of at most ${longest} characters.`
  }
  const { protocol, hash, username, password } = new URL(uri)
  if (hash !== '' || uri.includes('#')) return 'A redirect URI must not have a fragment.'
  if (username !== '' || password !== '') return 'A redirect URI must not contain a password.'
  if (refused.has(protocol)) return `A redirect URI must not start with ${protocol}`
  if (protocol === 'http:' && !isLoopback(uri))
    return 'http is allowed only for localhost; use https.'
  return undefined
}

/** An exact match, except for the port of a client on the user's own machine (RFC 8252). */
export function isRegistered(registered: readonly string[], uri: string): boolean {
  if (registered.includes(uri)) return true
  if (!URL.canParse(uri) || !isLoopback(uri)) return false
  return registered.some((one) => isLoopback(one) && withoutPort(one) === withoutPort(uri))
}

function isLoopback(uri: string): boolean {
  const { protocol, hostname } = new URL(uri)
  return protocol === 'http:' && ['127.0.0.1', '[::1]', 'localhost'].includes(hostname)
}

function withoutPort(uri: string): string {
  const url = new URL(uri)
  url.port = ''
  return url.href
}
