import { expect, test } from 'vitest'
import { catchError } from '../../../test/catch-error.ts'
import { createSafeFetch } from './safe-fetch.ts'
import { allowCidrs, limits, onlyLocalhost, publicAddress, useNetworks } from './test-networks.ts'

/** Names that resolve to internal addresses, at once or later. */
const { secret, outside } = useNetworks()
const log = { warn: () => {} }

const resolveTo = (...answers: string[][]) => {
  const asked: string[] = []
  const resolve = async (hostname: string) => {
    asked.push(hostname)
    return answers[Math.min(asked.length, answers.length) - 1] ?? []
  }
  return { resolve, asked }
}

test('a name that resolves to a private address is refused without revealing it', async () => {
  const { resolve } = resolveTo(['10.1.2.3'])
  const warnings: unknown[] = []
  const log = { warn: (fact: unknown) => void warnings.push(fact) }
  const fetch = createSafeFetch({ allowCidrs: [], log, resolve })
  const error = await catchError(fetch('http://intranet.example.com/', limits))
  expect(error).toMatchObject({ code: 'forbidden_address', retryable: false })
  expect(JSON.stringify([error.message, error])).not.toContain('10.1.2.3')
  expect(warnings).toEqual([{ hostname: 'intranet.example.com', addresses: ['10.1.2.3'] }])
})

test('rebinding: the name is resolved once, and the checked address is used', async () => {
  const { resolve, asked } = resolveTo([publicAddress], ['127.0.0.1'])
  const fetch = createSafeFetch({ allowCidrs, log, resolve })
  const answer = await fetch(`http://rebind.example.com:${outside.port}/`, limits)
  expect(String(await answer.bytes())).toBe('public')
  expect(asked).toEqual(['rebind.example.com'])
  // The second lookup is private and detected, because every fetch resolves again.
  const error = await catchError(fetch(`http://rebind.example.com:${secret.port}/`, limits))
  expect(error.code).toBe('forbidden_address')
  expect(secret.connections()).toBe(0)
})

test('rebinding between a redirect and its target: each hop is checked', async () => {
  const { resolve, asked } = resolveTo([publicAddress], ['127.0.0.1'])
  const fetch = createSafeFetch({ allowCidrs, log, resolve })
  const to = encodeURIComponent(`http://rebind.example.com:${secret.port}/`)
  const start = `http://rebind.example.com:${outside.port}/?to=${to}`
  expect((await catchError(fetch(start, limits))).code).toBe('forbidden_address')
  expect(asked).toHaveLength(2)
  expect(secret.connections()).toBe(0)
})

test('of several addresses only the allowed ones are used', async () => {
  const { resolve } = resolveTo(['127.0.0.1', '::1', publicAddress, '::ffff:127.0.0.1'])
  const fetch = createSafeFetch({ allowCidrs, log, resolve })
  const error = await catchError(fetch('http://mixed.example.com:1/', limits))
  expect(error.code).toBe('unreachable')
  const answer = await fetch(`http://mixed.example.com:${outside.port}/`, limits)
  expect(String(await answer.bytes())).toBe('public')
  expect(secret.connections()).toBe(0)
})

test('a resolver that returns a name or an unusual notation is refused', async () => {
  const { resolve } = resolveTo(['localhost', '2130706433', '0x7f.1', '127.1', ''])
  const fetch = createSafeFetch({ allowCidrs: [], log, resolve })
  const error = await catchError(fetch(`http://odd.example.com:${secret.port}/`, limits))
  expect(error.code).toBe('forbidden_address')
  expect(secret.connections()).toBe(0)
})

test('a trailing dot is the same host', async () => {
  const { resolve, asked } = resolveTo([publicAddress])
  const fetch = createSafeFetch({ allowCidrs, log, resolve })
  await (await fetch(`http://Example.COM.:${outside.port}/`, limits)).bytes()
  expect(asked).toEqual(['example.com'])
})

test('a name without any address, and one that does not exist', async () => {
  const nothing = createSafeFetch({ allowCidrs: [], log, resolve: async () => [] })
  expect(await catchError(nothing('http://a.example/', limits))).toMatchObject({
    code: 'unreachable',
    retryable: true,
  })
  const missing = createSafeFetch({ allowCidrs: [], log, resolve: onlyLocalhost })
  expect(await catchError(missing('http://a.example/', limits))).toMatchObject({
    code: 'unreachable',
    message: 'The host name does not exist.',
    isUnknownHost: true,
  })
})
