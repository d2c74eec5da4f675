import { addressOf } from '../ui/address.ts'

/**
 * Where the browser finds a file of the server. Links carry the public address; the page may have been
 * opened at another one, and its policy allows only its own.
 */
export function fileAddress(url: string): string {
  const address = addressOf(url)
  return address ? address.pathname + address.search : ''
}
