const longest = 500

/** A name or an address that a URL can be delivered to. No character of it means anything in a header. */
const host = /^([\w-]+(\.[\w-]+)*\.?|\[[0-9a-f:.]+\])$/

/** A scheme that belongs to a program: RFC 8252 derives it from a domain name. */
const privateScheme = /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:$/

/** Why a redirect URI is not allowed; undefined if it is. */
export function findMistake(uri: unknown): string | undefined {
  if (typeof uri !== 'string' || uri.length > longest || !URL.canParse(uri)) {
    return `A redirect URI must be a URL of at most ${longest} characters.`
  }
  const { protocol, hostname, username, password } = new URL(uri)
  if (uri.includes('#')) return 'A redirect URI must not have a fragment.'
  if (username !== '' || password !== '') return 'A redirect URI must not contain a password.'
  if (privateScheme.test(protocol)) return undefined
  if (protocol === 'http:' && !isLoopback(uri))
    return 'http is allowed only for localhost; use https.'
  if (protocol !== 'http:' && protocol !== 'https:')
    return 'A redirect URI must start with https:// or with the scheme of a program, such as com.example.app:/.'
  return host.test(hostname) ? undefined : 'The host of a redirect URI is not valid.'
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
