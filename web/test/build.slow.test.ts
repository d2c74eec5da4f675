import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { useService } from '../../server/test/harness.ts'

const service = useService()
const dist = join(import.meta.dirname, '../dist')
const page = readFileSync(join(dist, 'index.html'), 'utf8')

describe('the build', () => {
  test('starts with at most 165 kB of compressed JavaScript', () => {
    const scripts = [...page.matchAll(/(console\/[\w.-]+\.js)"/g)].map(([, file]) => file as string)
    expect(scripts.length).toBeGreaterThan(0)
    for (const end of ['.gz', '.br']) {
      const bytes = scripts.reduce((sum, file) => sum + statSync(join(dist, file + end)).size, 0)
      expect(bytes).toBeLessThan(165_000)
    }
  })

  test('has no inline script, and its policy allows none', async () => {
    expect(page).not.toMatch(/<script(?![^>]*\bsrc=)/)
    const { status, headers } = await service.call('GET', '/')
    expect(status).toBe(200)
    const policy = headers['content-security-policy']
    expect(policy).toContain("script-src 'self';")
    expect(policy).not.toContain('unsafe')
  })

  test('is served at every URL of the console, and at no other', async () => {
    const paths = ['/inbox/1', '/threads/x%2Fy', '/boards/launch/LAUNCH-1', '/tasks/1', '/studio']
    for (const path of [...paths, '/settings/notifications', '/welcome', '/join', '/workflows/1']) {
      const { status, text } = await service.call('GET', path)
      expect([path, status, text === page]).toEqual([path, 200, true])
    }
    expect((await service.call('GET', '/nothing')).status).toBe(404)
    expect((await service.call('GET', '/console/..%2f..%2fpackage.json')).status).toBe(404)
  })

  test('files are compressed, cached forever if named by content hash, and have an ETag', async () => {
    const [script = ''] = page.match(/\/console\/index-[\w-]+\.js/) ?? []
    const packed = await service.call('GET', script, { headers: { 'accept-encoding': 'gzip, br' } })
    expect(packed.headers).toMatchObject({
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    const { headers } = await service.call('GET', '/')
    expect(headers['cache-control']).toBe('no-cache')
    const again = await service.call('GET', '/', {
      headers: { 'if-none-match': headers.etag as string },
    })
    expect(again.status).toBe(304)
  })
})
