import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, test, vi } from 'vitest'
import { Markdown } from './markdown.tsx'

// Previews need a server.
vi.mock('./assets.ts', () => ({ assetQuery: () => ({}) }))
vi.mock('./asset-preview.tsx', () => ({ AssetPreview: () => null }))

beforeAll(() => {
  vi.stubGlobal('location', { origin: 'http://localhost:4600' })
})

const shown = (text: string) => renderToStaticMarkup(createElement(Markdown, { text }))

test.each(['http://%5B', 'https://[', 'http://a b', '//', 'http://a:99999', 'https://%', '/\\[:'])(
  'a link to %s does not crash the page',
  (href) => {
    expect(shown(`Before [x](<${href}>) after`)).toMatch(/Before .*x.* after/)
  },
)

test('an invalid link renders as text, a valid one as a link', () => {
  expect(shown('[x](http://%5B)')).not.toContain('href')
  expect(shown('[x](https://example.com/a)')).toContain('href="https://example.com/a"')
  expect(shown('@[Mia Wong](user:12)')).toMatch(/<span[^>]*>@Mia Wong<\/span>/)
})

test.each<[string, string]>([
  ['quotes', '>'.repeat(20_000)],
  ['lists', '- '.repeat(20_000)],
  ['brackets', '['.repeat(20_000)],
  ['emphasis', `${'**a '.repeat(5000)}${'b** '.repeat(5000)}`],
  ['indents', ' '.repeat(50_000)],
  ['length', 'word '.repeat(100_000)],
])('excessive %s render as plain text', (_, text) => {
  expect(shown(text)).toMatch(/^<pre/)
})

test('a long report renders as Markdown', () => {
  const report =
    '## Part\n\n- **one** of [these](https://example.com)\n  - `two`\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n'
  expect(shown(report.repeat(50))).toMatch(/^<div/)
})

/** Files that only parse our own URLs or URLs that were already validated. */
const allowed = ['./api.ts']

test('URLs from data are never passed to `new URL`, which throws', () => {
  const sources = import.meta.glob<string>(['./**/*.{ts,tsx}', '../**/*.{ts,tsx}'], {
    query: '?raw',
    import: 'default',
    eager: true,
  })
  const files = Object.entries(sources).filter(
    ([file]) => !file.includes('.test.') && !allowed.includes(file),
  )
  expect(files.length).toBeGreaterThan(100)
  // The path of a worker isn't data.
  const ofData = (text: string) => text.replace(/new URL\('[^']+', import\.meta\.url\)/g, '')
  const faults = files.filter(([, text]) => ofData(text).includes('new URL('))
  expect(faults.map(([file]) => file)).toEqual([])
})
