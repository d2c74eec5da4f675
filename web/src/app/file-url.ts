import { parseUrl } from '../ui/parse-url.ts'

/**
 * The same-origin URL of a file on the server. Links contain the public URL, but the page may be
 * open at another origin, and its content security policy only allows its own.
 */
export function fileUrl(url: string): string {
  const link = parseUrl(url)
  return link ? link.pathname + link.search : ''
}
