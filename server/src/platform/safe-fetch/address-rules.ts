import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6
type Cidr = [Address, number]

/**
 * IPv4 ranges that are not the public internet (IANA special-purpose registry), and one address
 * whose number is public but which never leaves the cloud that uses it.
 */
const forbiddenIPv4 = [
  '0.0.0.0/8', // this network; 0.0.0.0 reaches loopback on Linux
  '10.0.0.0/8',
  '100.64.0.0/10', // carrier-grade NAT; Alibaba's metadata at 100.100.100.200
  '127.0.0.0/8',
  '168.63.129.16/32', // Azure's wire server
  '169.254.0.0/16', // link-local; metadata at 169.254.169.254
  '172.16.0.0/12',
  '192.0.0.0/24', // protocol assignments; Oracle's metadata at 192.0.0.192
  '192.0.2.0/24', // documentation
  '192.31.196.0/24', // AS112
  '192.52.193.0/24', // automatic multicast tunnelling
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16',
  '192.175.48.0/24', // AS112
  '198.18.0.0/15', // benchmarking
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, and broadcast
].map(parseCidr)

/**
 * Only this IPv6 range is public. So the ranges outside it need no rules of their own: those that
 * embed an IPv4 address (`::/96`, `::ffff:0:0/96`, NAT64), unique local, link-local, site-local and
 * multicast.
 */
const publicIPv6 = parseCidr('2000::/3')

const forbiddenIPv6 = [
  '2001::/23', // protocol assignments: Teredo, benchmarking, ORCHID
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4: carries an IPv4 address
  '2620:4f:8000::/48', // AS112
  '3fff::/20', // documentation
].map(parseCidr)

export interface AddressSettings {
  /** Networks that the operator allows although they are not public, such as `10.20.0.0/16`. */
  allowCidrs: readonly string[]
  /** Addresses of this machine; a public one would bypass the firewall in front of it. */
  ownAddresses?: () => string[]
}

export type MayConnect = (address: string) => boolean

/** Decides whether an address may be connected to. It accepts addresses only, never names. */
export function createAddressRules({
  allowCidrs,
  ownAddresses = addressesOfThisMachine,
}: AddressSettings): MayConnect {
  const allowed = allowCidrs.map(parseCidr)
  return (text) => {
    // Stricter than ipaddr.js, which also parses 2130706433: check exactly what will be dialed.
    if (isIP(text) === 0) return false
    const address = ipaddr.parse(text)
    if (allowed.some((cidr) => isWithin(address, cidr))) return true
    return isPublic(address) && !ownAddresses().some((own) => isSame(own, address))
  }
}

/** Names that mean this machine: by RFC 6761, or in the hosts files that systems ship. */
const loopbackName =
  /(^|\.)localhost(\.localdomain)?6?\.*$|^localhost[46](\.localdomain[46])?\.*$|^ip6-(localhost|loopback)\.*$/

/**
 * Whether a host of a URL may be connected to, as far as its name tells. Each connection also checks
 * the addresses to which a name resolves.
 */
export function mayReach(mayConnect: MayConnect, hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase()
  if (isIP(host) !== 0) return mayConnect(host)
  return !loopbackName.test(host) || mayConnect('127.0.0.1') || mayConnect('::1')
}

function isPublic(address: Address): boolean {
  if (address.kind() === 'ipv4') return !forbiddenIPv4.some((cidr) => isWithin(address, cidr))
  if (!isWithin(address, publicIPv6)) return false
  return !forbiddenIPv6.some((cidr) => isWithin(address, cidr))
}

function isWithin(address: Address, [network, bits]: Cidr): boolean {
  return address.kind() === network.kind() && address.match(network, bits)
}

function isSame(own: string, address: Address): boolean {
  return ipaddr.parse(own).toNormalizedString() === address.toNormalizedString()
}

function addressesOfThisMachine(): string[] {
  return Object.values(networkInterfaces()).flatMap((found) =>
    (found ?? []).map(({ address }) => address),
  )
}

/** Parses `10.0.0.0/8`, `fd00::/8` or a single address; throws on anything else. */
export function parseCidr(text: string): Cidr {
  const [address = '', bits, ...rest] = text.trim().split('/')
  const family = isIP(address)
  const most = family === 4 ? 32 : 128
  const length = bits === undefined ? most : Number(bits)
  const isNumber = bits === undefined || /^\d{1,3}$/.test(bits)
  if (family === 0 || !isNumber || length > most || rest.length > 0) {
    throw new Error(`"${text}" is not a network such as 10.0.0.0/8 or fd00::/8`)
  }
  return [ipaddr.parse(address), length]
}
