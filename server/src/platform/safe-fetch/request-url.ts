import { FetchRefused } from './fetch-refused.ts'

const longestUrl = 8_192

/**
 * Parses a URL that someone else wrote. The WHATWG parser normalizes every spelling of a host
 * (`0x7f.1`, `２１３０７０６４３３`, `127。0。0。1` and `%31%32%37.1` all become `127.0.0.1`). So nothing here
 * checks spellings, nor names such as `localhost`: a name proves nothing, and the resolved address
 * is checked when it is dialed.
 */
export function parseRequestUrl(text: string | URL, base?: URL): URL {
  const url = parse(String(text), base)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new FetchRefused('unsupported_scheme')
  }
  if (url.username !== '' || url.password !== '') {
    throw new FetchRefused('bad_url', {
      message: 'The URL must not contain a user name or password.',
    })
  }
  // "example.com." is the same host, but no certificate is issued for it.
  const hostname = url.hostname.replace(/(?<!\.)\.+$/, '')
  if (hostname === '') throw new FetchRefused('bad_url')
  if (hostname !== url.hostname) url.hostname = hostname
  url.hash = ''
  return url
}

function parse(text: string, base?: URL): URL {
  if (text.length > longestUrl) {
    throw new FetchRefused('bad_url', {
      message: `The URL is longer than ${longestUrl} characters.`,
    })
  }
  const url = URL.parse(text, base?.href)
  if (url) return url
  throw new FetchRefused('bad_url')
}
