import { useHttpServer } from '../../../test/local-servers.ts'

/** Linux answers on all of 127.0.0.0/8; other systems need this address to be added first. */
export const publicAddress = '127.0.0.9'
export const allowCidrs = [publicAddress]
export const limits = { maxBytes: 1_000, timeoutMs: 25_000 }

/** An internal and a public network, both on this machine. */
export function useNetworks() {
  /** A server that must never be reached. It listens on every address of this machine. */
  const secret = useHttpServer((_req, res) => res.end('secret'), '::')
  /** Simulates the public internet: tests that need it put its address on the allow-list. */
  const outside = useHttpServer((req, res) => {
    const to = new URL(req.url ?? '', 'http://x').searchParams.get('to')
    if (to === null) res.end('public')
    // As bytes, because a server may put raw UTF-8 into the header.
    else res.writeHead(302, { location: Buffer.from(to).toString('latin1') }).end()
  }, publicAddress)
  return { secret, outside }
}

export async function onlyLocalhost(hostname: string): Promise<string[]> {
  if (hostname === 'localhost') return ['::1', '127.0.0.1']
  throw Object.assign(new Error(`getaddrinfo ENOTFOUND ${hostname}`), { code: 'ENOTFOUND' })
}
