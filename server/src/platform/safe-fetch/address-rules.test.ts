import { BlockList, isIPv4 } from 'node:net'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sample, seed } from '../../../test/soak.ts'
import { createAddressRules, parseCidr } from './address-rules.ts'

const mayConnect = createAddressRules({ allowCidrs: [], ownAddresses: () => [] })

const forbidden: [network: string, bits: number, why: string][] = [
  ['0.0.0.0', 8, 'this network'],
  ['10.0.0.0', 8, 'private'],
  ['100.64.0.0', 10, 'carrier-grade NAT'],
  ['127.0.0.0', 8, 'loopback'],
  ['168.63.129.16', 32, 'Azure wire server'],
  ['169.254.0.0', 16, 'link-local and metadata'],
  ['172.16.0.0', 12, 'private'],
  ['192.0.0.0', 24, 'protocol assignments, Oracle metadata'],
  ['192.0.2.0', 24, 'documentation'],
  ['192.88.99.0', 24, '6to4 relays'],
  ['192.168.0.0', 16, 'private'],
  ['198.18.0.0', 15, 'benchmarking'],
  ['198.51.100.0', 24, 'documentation'],
  ['203.0.113.0', 24, 'documentation'],
  ['224.0.0.0', 4, 'multicast'],
  ['240.0.0.0', 4, 'reserved and broadcast'],
  ['::', 96, 'unspecified, loopback and IPv4-compatible'],
  ['::ffff:0:0', 96, 'IPv4-mapped'],
  ['::ffff:0:0:0', 96, 'IPv4-translated'],
  ['64:ff9b::', 96, 'NAT64'],
  ['64:ff9b:1::', 48, 'local NAT64'],
  ['100::', 64, 'discard'],
  ['2001::', 32, 'Teredo'],
  ['2001:2::', 48, 'benchmarking'],
  ['2001:10::', 28, 'ORCHID'],
  ['2001:20::', 28, 'ORCHIDv2'],
  ['2001:db8::', 32, 'documentation'],
  ['2002::', 16, '6to4'],
  ['3fff::', 20, 'documentation'],
  ['5f00::', 16, 'segment routing'],
  ['fc00::', 7, 'unique local'],
  ['fe80::', 10, 'link-local'],
  ['fec0::', 10, 'site-local'],
  ['ff00::', 8, 'multicast'],
]

describe('createAddressRules', () => {
  test.each([
    ...['127.0.0.1', '0.0.0.0', '169.254.169.254', '100.100.100.200', '192.0.0.192', '10.0.0.1'],
    ...['172.31.255.255', '192.168.1.1', '255.255.255.255', '::', '::1', '::127.0.0.1'],
    ...['::7f00:1', '::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:8.8.8.8', '64:ff9b::7f00:1'],
    ...['2002:7f00:1::', '2001:0:7f00:1::', 'fd00:ec2::254', 'fe80::1', 'fe80::1%lo', 'fec0::1'],
  ])('refuses %s', (address) => expect(mayConnect(address)).toBe(false))

  test.each([
    ...['8.8.8.8', '1.1.1.1', '172.15.255.255', '172.32.0.0', '100.63.255.255', '100.128.0.0'],
    ...['223.255.255.255', '2606:4700:4700::1111', '2a00:1450:4001:82a::200e', '2001:4860::8888'],
  ])('allows %s', (address) => expect(mayConnect(address)).toBe(true))

  test.each(['', 'localhost', '2130706433', '0x7f.1', '127.1', '8.8.8.8.', '8.8.8', ' 8.8.8.8'])(
    'rejects names and unusual notations: %j',
    (text) => expect(mayConnect(text)).toBe(false),
  )

  test('refuses every address of a forbidden range, however it is written', () => {
    const anyForbidden = fc
      .tuple(fc.constantFrom(...forbidden), fc.bigInt(0n, 2n ** 128n - 1n))
      .chain(([[network, bits], random]) => spellings(within(network, bits, random)))
    fc.assert(
      fc.property(anyForbidden, (address) => !mayConnect(address)),
      { numRuns: sample(1_000, 50_000), seed },
    )
  })

  test('refuses the first and the last address of every forbidden range', () => {
    for (const [network, bits, why] of forbidden) {
      expect(mayConnect(toText(within(network, bits, 0n))), why).toBe(false)
      expect(mayConnect(toText(within(network, bits, 2n ** 128n - 1n))), why).toBe(false)
    }
  })

  test("whatever it allows, Node's own block list finds in none of the ranges", () => {
    const list = new BlockList()
    for (const [network, bits] of forbidden) {
      // The mapped range would make Node's list match every IPv4 address.
      if (network === '::ffff:0:0') continue
      list.addSubnet(network, bits, isIPv4(network) ? 'ipv4' : 'ipv6')
    }
    const any = fc.oneof(fc.ipV4(), fc.ipV6())
    fc.assert(
      fc.property(any, (address) => {
        return !mayConnect(address) || !list.check(address, isIPv4(address) ? 'ipv4' : 'ipv6')
      }),
      { numRuns: sample(1_000, 50_000), seed },
    )
  })

  test('only ranges allowed by the operator are allowed', () => {
    const rules = createAddressRules({ allowCidrs: ['10.20.0.0/16', 'fd00:1::/32', '127.0.0.1'] })
    for (const address of ['10.20.0.1', '10.20.255.255', 'fd00:1::5', '127.0.0.1', '8.8.8.8']) {
      expect(rules(address), address).toBe(true)
    }
    const others = ['10.21.0.1', '10.19.255.255', 'fd00:2::5', '127.0.0.2', '::ffff:10.20.0.1']
    for (const address of others) expect(rules(address), address).toBe(false)
  })

  test('a public address of this very machine is refused, unless it is allowed', () => {
    const ownAddresses = () => ['127.0.0.1', '8.8.4.4', '2600::1']
    const rules = createAddressRules({ allowCidrs: [], ownAddresses })
    expect(rules('8.8.4.4')).toBe(false)
    expect(rules('2600:0:0::0001')).toBe(false)
    expect(rules('8.8.8.8')).toBe(true)
    const allowing = createAddressRules({ allowCidrs: ['8.8.4.4/32'], ownAddresses })
    expect(allowing('8.8.4.4')).toBe(true)
  })
})

describe('parseCidr', () => {
  test.each(['', 'localhost', '10.0.0.0/33', '::/129', '10.0.0/8', '10.0.0.0/', '10.0.0.0/8/8'])(
    'rejects %j with a message for the operator',
    (text) => expect(() => parseCidr(text)).toThrow(/is not a network such as/),
  )
  test('does not read a leading zero as octal', () => {
    expect(() => parseCidr('010.0.0.0/8')).toThrow(/is not a network/)
  })
})

interface AddressNumber {
  value: bigint
  bits: 32 | 128
}

function within(network: string, prefix: number, random: bigint): AddressNumber {
  const bits = isIPv4(network) ? 32 : 128
  const free = BigInt(bits - prefix)
  const mask = (1n << free) - 1n
  return { value: (toNumber(network) & ~mask) | (random & mask), bits }
}

function toNumber(address: string): bigint {
  if (isIPv4(address)) {
    return address.split('.').reduce((sum, part) => (sum << 8n) | BigInt(part), 0n)
  }
  const [left = '', right = ''] = address.split('::')
  const head = left === '' ? [] : left.split(':')
  const tail = right === '' ? [] : right.split(':')
  const zeros = Array(8 - head.length - tail.length).fill('0')
  return [...head, ...zeros, ...tail].reduce((sum, part) => (sum << 16n) | BigInt(`0x${part}`), 0n)
}

function toText({ value, bits }: AddressNumber): string {
  if (bits === 32) return [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 255n).join('.')
  return groups(value).join(':')
}

function groups(value: bigint): string[] {
  return Array.from({ length: 8 }, (_, i) =>
    ((value >> BigInt(112 - 16 * i)) & 0xffffn).toString(16),
  )
}

/** Spellings of the same address: full, padded, uppercase, with a dotted tail, shortened. */
function spellings(numbered: AddressNumber): fc.Arbitrary<string> {
  const plain = toText(numbered)
  if (numbered.bits === 32) return fc.constant(plain)
  const parts = groups(numbered.value)
  const tail = toText({ value: numbered.value & 0xffff_ffffn, bits: 32 })
  return fc.constantFrom(
    plain,
    plain.toUpperCase(),
    parts.map((part) => part.padStart(4, '0')).join(':'),
    `${parts.slice(0, 6).join(':')}:${tail}`,
    plain.replace(/(^|:)0(:0)+(:|$)/, '::'),
  )
}
