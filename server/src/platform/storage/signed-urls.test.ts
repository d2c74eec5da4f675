import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sample, seed } from '../../../test/soak.ts'
import { contentKey } from './keys.ts'
import { type DownloadGrant, signFileUrl, type UploadGrant, verifyFileUrl } from './signed-urls.ts'

const secret = 'a secret of enough characters'
const other = 'another secret of that length'
const now = new Date('2026-05-01T12:00:00Z')
const later = new Date('2026-05-01T13:00:00Z')

const download: DownloadGrant = {
  method: 'GET',
  key: contentKey('ab'.repeat(32)),
  expiresAt: later,
  contentType: 'image/png',
  disposition: 'attachment',
  fileName: 'größe & co.png',
}
const upload: UploadGrant = {
  method: 'PUT',
  key: 'uploads/9b2e',
  expiresAt: later,
  contentType: 'video/mp4',
  maxBytes: 1_000_000,
}
const verify = (method: string, url: string, at = now) => verifyFileUrl([secret], method, url, at)

describe('a signed URL', () => {
  test('returns exactly what was granted', () => {
    const url = signFileUrl(secret, download)
    expect(url).toMatch(/^\/files\/sha256\/ab\/(ab){31}\?expires=1777640400&[\x21-\x7e]+$/)
    expect(verify('GET', url)).toEqual({ ok: true, grant: download })
    expect(verify('HEAD', url)).toEqual({ ok: true, grant: download })
    expect(verify('PUT', signFileUrl(secret, upload))).toEqual({ ok: true, grant: upload })
  })

  test('is valid for one method only', () => {
    for (const method of ['PUT', 'POST', 'DELETE', 'get', '']) {
      expect(verify(method, signFileUrl(secret, download)).ok).toBe(false)
    }
    for (const method of ['GET', 'HEAD', 'POST', 'DELETE']) {
      expect(verify(method, signFileUrl(secret, upload)).ok).toBe(false)
    }
  })

  test('expires to the second', () => {
    const url = signFileUrl(secret, download)
    expect(verify('GET', url, new Date(later.getTime() - 1)).ok).toBe(true)
    expect(verify('GET', url, later)).toEqual({ ok: false, reason: 'expired' })
  })

  test('is bound to everything in it', () => {
    const changes: Partial<DownloadGrant>[] = [
      { key: contentKey('ac'.repeat(32)) },
      { expiresAt: new Date(later.getTime() + 1000) },
      { contentType: 'text/html' },
      { disposition: 'inline' },
      { fileName: 'x.html' },
    ]
    const signature = new URLSearchParams(signFileUrl(secret, download).split('?')[1]).get(
      'signature',
    )
    for (const change of changes) {
      const forged = signFileUrl(other, { ...download, ...change }).replace(
        /signature=.*/,
        `signature=${signature}`,
      )
      expect(verify('GET', forged)).toEqual({ ok: false, reason: 'wrong_signature' })
    }
    const url = signFileUrl(secret, upload)
    for (const [from, to] of [
      ['max_bytes=1000000', 'max_bytes=1000001'],
      ['type=video%2Fmp4', 'type=text%2Fhtml'],
      ['uploads/9b2e', 'uploads/9b2f'],
    ] as const) {
      expect(verify('PUT', url.replace(from, to)).ok).toBe(false)
    }
  })

  test('no single changed character passes', () => {
    const url = signFileUrl(secret, download)
    for (let at = 0; at < url.length; at++) {
      const changed = url.slice(0, at) + (url[at] === 'x' ? 'y' : 'x') + url.slice(at + 1)
      expect(verify('GET', changed).ok, changed).toBe(false)
    }
  })

  test.each([
    ['no signature', (url: string) => url.replace(/&signature=.*/, '')],
    ['an empty signature', (url: string) => url.replace(/signature=.*/, 'signature=')],
    ['two signatures', (url: string) => `${url}&signature=x`],
    ['two expiries', (url: string) => `${url}&expires=9999999999`],
    ['a late expiry in front', (url: string) => url.replace('?', '?expires=9999999999&')],
    ['a signed number', (url: string) => url.replace('expires=', 'expires=%2B')],
    ['a leading zero', (url: string) => url.replace('expires=', 'expires=0')],
    ['no expiry', (url: string) => url.replace(/expires=\d+&/, '')],
    ['an encoded path', (url: string) => url.replace('sha256/', 'sha256%2F')],
    ['traversal', (url: string) => url.replace('sha256/', 'x/../sha256/')],
    ['another route', (url: string) => url.replace('/files/', '/filez/')],
    ['no query', (url: string) => url.split('?')[0] ?? ''],
    ['nothing', () => ''],
  ])('with %s is refused', (_name, change) => {
    expect(verify('GET', change(signFileUrl(secret, download))).ok).toBe(false)
  })

  test('of the previous secret is valid while the new one is already in use', () => {
    const old = signFileUrl(other, download)
    const young = signFileUrl(secret, download)
    expect(verifyFileUrl([secret, other], 'GET', old, now).ok).toBe(true)
    expect(verifyFileUrl([secret, other], 'GET', young, now).ok).toBe(true)
    expect(verifyFileUrl([secret], 'GET', old, now)).toEqual({
      ok: false,
      reason: 'wrong_signature',
    })
    expect(verifyFileUrl([], 'GET', young, now).ok).toBe(false)
  })

  test('cannot be made or read with an empty secret', () => {
    expect(() => signFileUrl('', download)).toThrow(/too short/)
    expect(() => verifyFileUrl([''], 'GET', signFileUrl(secret, download), now)).toThrow(
      /too short/,
    )
  })

  test('carries any file name and type', () => {
    const anyText = fc.oneof(fc.string({ unit: 'binary' }), fc.string(), fc.constant('\ud800'))
    fc.assert(
      fc.property(anyText, fc.string(), (fileName, contentType) => {
        const grant = { ...download, fileName, contentType }
        const verdict = verify('GET', signFileUrl(secret, grant))
        expect(verdict).toEqual({
          ok: true,
          grant: { ...grant, fileName: fileName.toWellFormed() },
        })
      }),
      { numRuns: sample(100, 10_000), seed },
    )
  })

  test('no text makes it throw', () => {
    const anyUrl = fc.oneof(
      fc.string(),
      fc.webPath(),
      fc.string().map((s) => `/files/a?${s}`),
    )
    const refused = fc.property(anyUrl, fc.string(), (url, method) => !verify(method, url).ok)
    fc.assert(refused, { numRuns: sample(100, 10_000), seed })
  })
})
