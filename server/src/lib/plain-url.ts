/**
 * Removes the parts of a URL that may grant access: user and password, the query (signed links keep
 * their signature there) and the fragment. Returns an empty string if the URL is invalid.
 */
export function plainUrl(url: string): string {
  if (!URL.canParse(url)) return ''
  const { protocol, host, pathname, username, password, search, hash } = new URL(url)
  const isPlain = username + password + search + hash === ''
  return isPlain ? url : `${protocol}//${host}${pathname}`
}
