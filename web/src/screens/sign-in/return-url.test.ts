import { expect, test } from 'vitest'
import { returnUrl } from './return-url.ts'

const origin = 'https://atelier.example'

test.each(['/inbox', '/inbox?filter=unread#top', '/boards/launch/LAUNCH-12', '/?workspace=7'])(
  'leads to %j',
  (path) => expect(returnUrl(path, origin)).toBe(origin + path),
)

test.each([
  undefined,
  '',
  'inbox',
  'https://evil.example/x',
  'javascript:alert(1)',
  '//evil.example/x',
  '/\\evil.example/x',
  '/\t/evil.example/x',
  '/\n/evil.example/x',
  '/\r//evil.example',
  '\t//evil.example',
  '/\u0000/evil.example',
  '/..//evil.example',
  '/.//evil.example',
  '/%2e%2e//evil.example',
  '/@evil.example',
])('%j leads nowhere else', (to) => {
  const led = returnUrl(to, origin)
  expect(led.startsWith(`${origin}/`)).toBe(true)
  expect(new URL(led, 'https://elsewhere.example').origin).toBe(origin)
})
