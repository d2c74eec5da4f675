/**
 * An address without what may let its reader in: user and password, the query (signed links have
 * their signature there) and the fragment. Empty when it is none.
 */
export function plainAddress(address: string): string {
  if (!URL.canParse(address)) return ''
  const { protocol, host, pathname, username, password, search, hash } = new URL(address)
  const isPlain = username + password + search + hash === ''
  return isPlain ? address : `${protocol}//${host}${pathname}`
}
