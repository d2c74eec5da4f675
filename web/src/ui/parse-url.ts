/**
 * Parses a URL from user data. Returns null if it is invalid: `new URL` would throw on
 * `http://%5B`, and one such link would break the whole page.
 */
export function parseUrl(text: string): URL | null {
  return URL.parse(text, location.origin)
}

/** The host of a URL, or the text itself if it has none. */
export function readHost(text: string): string {
  return URL.parse(text)?.hostname || text
}
