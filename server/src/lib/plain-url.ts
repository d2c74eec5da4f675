/**
 * Removes the parts of a URL that may grant access: user and password, the query (signed links keep
 * their signature there) and the fragment. Returns an empty string if the URL is invalid.
 */
export function plainUrl(address: string): string {
  if (!URL.canParse(address)) return ''
  const { protocol, host, pathname, username, password, search, hash } = new URL(address)
  const isPlain = username + password + search + hash === ''
  return isPlain ? address : `${protocol}//${host}${pathname}`
}
