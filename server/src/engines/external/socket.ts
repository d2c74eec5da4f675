import { isIP } from 'node:net'
import { WebSocket } from 'ws'
import { createAddressRules } from '../../platform/safe-fetch/address-rules.ts'
import { systemResolve } from '../../platform/safe-fetch/guarded-connector.ts'

const maxMessageBytes = 16 * 1024 * 1024

/** Opens a socket to an external engine, or returns undefined. */
export type Connect = (url: URL) => Promise<WebSocket | undefined>

/** Sockets to external engines, with the same rules about private networks as their requests. */
export function openExternalConnect(allowCidrs: readonly string[]): Connect {
  const mayConnect = createAddressRules({ allowCidrs })
  return async (url) => {
    const name = url.hostname.replace(/^\[|\]$/g, '')
    const found = isIP(name) ? [name] : await systemResolve(name).catch(() => [])
    const address = found.find(mayConnect)
    if (address === undefined) return undefined
    // The checked address is used, so a second answer of the resolver can't differ.
    return new WebSocket(url, {
      maxPayload: maxMessageBytes,
      handshakeTimeout: 10_000,
      followRedirects: false,
      lookup: (_name, options, callback) => {
        const family = isIP(address)
        if (options.all) callback(null, [{ address, family }])
        else callback(null, address, family)
      },
    })
  }
}
