import { request as plainRequest } from 'node:http'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { catchError } from '../../../test/catch-error.ts'
import { startHttpServer } from '../../../test/local-servers.ts'
import { sample, seed } from '../../../test/soak.ts'
import type { FetchRefused } from './fetch-refused.ts'
import { createSafeFetch } from './safe-fetch.ts'
import { allowCidrs, limits, onlyLocalhost, useNetworks } from './test-networks.ts'

const { secret, outside } = useNetworks()
const log = { warn: () => {} }

/** Spellings of hosts that lead to this machine or to a metadata service. */
const hosts = [
  // names
  ...['localhost', 'LOCALHOST', 'LocalHost', 'localhost.', 'localhost..'],
  // loopback in every notation
  ...['127.0.0.1', '127.0.0.1.', '127.1', '127.0.1', '127.255.255.254', '127.00.00.01'],
  ...['2130706433', '0x7f000001', '0x7f.1', '0x7F.0x0.0x0.0x1', '0X7F000001', '017700000001'],
  ...['0177.0.0.1', '0177.1', '0x7f.0.1', '127.0x1', '00000000177.0.0.1', '127.0.0.0x1'],
  // this network
  ...['0', '0.0.0.0', '0.0', '0x0', '00', '0.0.0.0.'],
  // IPv6
  ...['[::1]', '[::]', '[0:0:0:0:0:0:0:1]', '[0000:0000:0000:0000:0000:0000:0000:0001]'],
  ...['[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::FFFF:7F00:0001]', '[::127.0.0.1]', '[::7f00:1]'],
  ...['[0:0:0:0:0:ffff:127.0.0.1]', '[::ffff:0:127.0.0.1]', '[::ffff:0.0.0.0]'],
  ...['[64:ff9b::127.0.0.1]', '[64:ff9b:1::7f00:1]', '[2002:7f00:1::]', '[2001:0:7f00:1::1]'],
  ...['[fe80::1]', '[fec0::1]', '[fd00::1]', '[fc00::1]', '[ff02::1]', '[fd00:ec2::254]'],
  // percent-encoding, full-width and circled digits, other dots, soft hyphen, zero width
  ...['%31%32%37.0.0.1', '127%2e0%2e0%2e1', '%6c%6f%63%61%6c%68%6f%73%74', '1%327.1'],
  ...['１２７.０.０.１', '①②⑦.⓪.⓪.①', '127。0。0。1', '127．0．0．1', '127｡0｡0｡1'],
  ...[
    'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ',
    'ｌｏｃａｌｈｏｓｔ',
    'local\u00adhost',
    'local\u200bhost',
    '𝟭𝟮𝟳.𝟬.𝟬.𝟭',
    '０ｘ７ｆ.１',
  ],
  // private, link-local, metadata, shared, reserved
  ...[
    '10.0.0.1',
    '0xa.0.0.1',
    '167772161',
    '172.16.0.1',
    '192.168.0.1',
    '192.168.257',
    '3232235777',
  ],
  ...['169.254.169.254', '2852039166', '0xa9fea9fe', '0251.0376.0251.0376', '169.254.43518'],
  ...['[::ffff:169.254.169.254]', '[::ffff:a9fe:a9fe]', '[::a9fe:a9fe]', '[64:ff9b::a9fe:a9fe]'],
  ...['100.100.100.200', '100.64.0.1', '192.0.0.192', '168.63.129.16', '198.18.0.1', '224.0.0.1'],
  ...['192.0.2.1', '198.51.100.1', '203.0.113.1', '240.0.0.1', '255.255.255.255'],
]

describe('hosts that resolve to internal addresses', () => {
  test('without the guard most spellings of this machine do reach such a server', async () => {
    // Otherwise the tests below would prove nothing. This is a separate but identical server.
    const twin = await startHttpServer((_req, res) => res.end('secret'), '::')
    const reached = await Promise.all(
      hosts.map((host) => reachesUnguarded(`http://${host}:${twin.port}/`)),
    )
    expect(reached.filter(Boolean).length).toBeGreaterThan(35)
    await twin.close()
  })

  test.each(hosts)('%s is refused, and never connected to', async (host) => {
    const fetch = createSafeFetch({ allowCidrs: [], log })
    for (const scheme of ['http', 'https', 'HTTP']) {
      const error = await catchError(fetch(`${scheme}://${host}:${secret.port}/`, limits))
      // A spelling that the URL parser cannot read is a bad URL.
      expect(['forbidden_address', 'bad_url']).toContain(error.code)
      expect((error as FetchRefused).retryable).toBe(false)
    }
    expect(secret.connections()).toBe(0)
  })

  test.each(hosts)('a redirect to %s is refused, and never followed', async (host) => {
    const fetch = createSafeFetch({ allowCidrs, log, resolve: onlyLocalhost })
    const to = encodeURIComponent(`http://${host}:${secret.port}/`)
    const error = await catchError(fetch(`${outside.url}/?to=${to}`, limits))
    // Raw UTF-8 in a header is read byte by byte, so some of these become names that don't exist.
    expect(['forbidden_address', 'bad_url', 'unreachable']).toContain(error.code)
    expect(secret.connections()).toBe(0)
  })

  test('random forbidden IPv4 addresses in random number bases are refused', async () => {
    const fetch = createSafeFetch({ allowCidrs: [], log })
    const first = fc.constantFrom(0, 10, 127, 224, 239, 240, 255)
    const anyAddress = fc.tuple(first, fc.nat(255), fc.nat(255), fc.nat(255))
    const anyBases = fc.tuple(base(), base(), base(), base())
    await fc.assert(
      fc.asyncProperty(
        anyAddress,
        anyBases,
        fc.integer({ min: 1, max: 4 }),
        async (ip, bases, n) => {
          const host = written(ip, bases, n)
          const error = await catchError(fetch(`http://${host}:${secret.port}/`, limits))
          expect(error.code, host).toBe('forbidden_address')
        },
      ),
      { numRuns: sample(60, 5_000), seed },
    )
  })
})

describe('tricks with the rest of the URL', () => {
  test.each([
    'http://127.0.0.1@example.com/',
    'http://example.com@127.0.0.1/',
    'http://user:pass@example.com/',
    'http://@:80@127.0.0.1/',
    'http://example.com\\@127.0.0.1:PORT/',
    'http://127.0.0.1\\.example.com:PORT/',
    'http://127.0.0.1#@example.com:PORT/',
    'http://127.0.0.1:PORT?@example.com/',
    'http:127.0.0.1:PORT/',
    'http:/127.0.0.1:PORT/',
    'http:////127.0.0.1:PORT/',
    '\thttp://127.0.\n0.1:PORT/ ',
    'http://127.0.0.1:PORT/\r\nHost: example.com',
    'http://[::1%25lo]:PORT/',
    'http://[::1]%00.example.com:PORT/',
    'http://127.0.0.1%00.example.com:PORT/',
    'http://127.0.0.1%20.example.com:PORT/',
    'http://256.256.256.256/',
    'http://1.2.3.4.5/',
    'http://./',
    'http://.../',
    'http://',
    '//127.0.0.1:PORT/',
    '127.0.0.1:PORT',
    '',
    'not a url',
    `http://example.com/${'a'.repeat(9_000)}`,
  ])('%j', async (url) => {
    const fetch = createSafeFetch({ allowCidrs: [], log, resolve: toLoopback })
    const error = await catchError(fetch(url.replace('PORT', String(secret.port)), limits))
    expect(['bad_url', 'forbidden_address', 'unsupported_scheme']).toContain(error.code)
    expect(secret.connections()).toBe(0)
  })

  test.each([
    ...['file:///etc/passwd', 'ftp://example.com/', 'gopher://127.0.0.1:6379/_FLUSHALL'],
    ...['data:text/plain,hello', 'javascript:alert(1)', 'ws://example.com/', 'dict://127.0.0.1/'],
    ...['blob:http://example.com/1', 'unix:/var/run/docker.sock', 'http+unix://%2fvar%2frun/'],
  ])('only http and https: %s', async (url) => {
    const error = await catchError(createSafeFetch({ allowCidrs: [], log })(url, limits))
    expect(error.code).toBe('unsupported_scheme')
  })

  test.each([
    'file:///etc/passwd',
    'data:text/plain,x',
    'gopher://127.0.0.1/',
    'http://a:b@127.0.0.1/',
  ])('not even by redirect: %s', async (to) => {
    const fetch = createSafeFetch({ allowCidrs, log })
    const error = await catchError(fetch(`${outside.url}/?to=${encodeURIComponent(to)}`, limits))
    expect(['unsupported_scheme', 'bad_url']).toContain(error.code)
  })
})

const toLoopback = async () => ['127.0.0.1']

/** Uses Node's own client, which has no guard. */
function reachesUnguarded(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    if (!URL.canParse(url)) return resolve(false)
    const request = plainRequest(url, { timeout: 2_000 }, (answer) => {
      answer.resume()
      resolve(true)
    })
    request.on('timeout', () => request.destroy())
    request.on('error', () => resolve(false))
    request.end()
  })
}

type Base = (part: number) => string

function base(): fc.Arbitrary<Base> {
  return fc.constantFrom<Base>(
    (part) => String(part),
    (part) => `0${part.toString(8)}`,
    (part) => `0x${part.toString(16)}`,
    (part) => `0X${part.toString(16).toUpperCase().padStart(4, '0')}`,
  )
}

/** The address in 1 to 4 parts, each in its own base; the last part holds the rest. */
function written(ip: number[], bases: Base[], parts: number): string {
  const head = ip.slice(0, parts - 1)
  const rest = ip.slice(parts - 1).reduce((sum, part) => sum * 256 + part, 0)
  return [...head, rest].map((part, i) => bases[i]?.(part)).join('.')
}
