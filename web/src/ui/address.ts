/**
 * An address that comes from data, or null when it is none. People and agents write what they like:
 * `new URL` throws on `http://%5B`, and one such link would take its whole page with it.
 */
export function addressOf(text: string): URL | null {
  return URL.parse(text, location.origin)
}

/** The host of an address, or the text itself. */
export function hostOf(text: string): string {
  return URL.parse(text)?.hostname || text
}
