import { spawnSync } from 'node:child_process'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import Fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { Budget } from '../src/features/workflows/definition/budget.ts'
import { evaluate, functionNames } from '../src/features/workflows/definition/expressions.ts'
import { readDocs, withoutComments } from '../src/http/docs/read-docs.ts'
import { renderPage } from '../src/http/docs/render-page.ts'
import { serveDocsSite } from '../src/http/docs/serve-docs-site.ts'
import { useService } from './harness.ts'
import { useFolder } from './use-folder.ts'

const root = join(import.meta.dirname, '../..')
const docs = join(root, 'docs')
const service = useService()
const folder = useFolder()
const html = { accept: 'text/html' }

async function markdownFiles(): Promise<string[]> {
  const names = await readdir(docs, { recursive: true })
  const inDocs = names.filter((name) => name.endsWith('.md')).map((name) => join(docs, name))
  const others = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md']
  const more = ['sdk/README.md', 'examples/README.md', 'deploy/README.md']
  return [...inDocs, ...[...others, ...more].map((name) => join(root, name))]
}

const readSections = (source: string) => renderPage(withoutComments(source), (one) => one).sections
const listIds = (source: string) => readSections(source).map(({ id }) => id)

describe('the pages in the repository', () => {
  test('every link leads to a file and a heading that exist', async () => {
    const broken: string[] = []
    for (const file of await markdownFiles()) {
      const source = await readFile(file, 'utf8')
      const text = source.replaceAll(/^```[\s\S]*?^```$/gm, '')
      for (const [, target = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
        if (/^([a-z]+:|\/)/.test(target)) continue
        const [path = '', fragment] = target.split('#', 2)
        const wanted = path === '' ? file : resolve(dirname(file), path)
        const found = await readFile(wanted, 'utf8').catch(async () =>
          (await readdir(wanted).catch(() => undefined)) ? '' : undefined,
        )
        const isThere = found !== undefined && (!fragment || listIds(found).includes(fragment))
        if (!isThere) broken.push(`${file.slice(root.length)}: ${target}`)
      }
    }
    expect(broken).toEqual([])
  })

  test('every page is in docs/README.md or in the README.md of its folder', async () => {
    const index = await readFile(join(docs, 'README.md'), 'utf8')
    const unlisted: string[] = []
    for (const { name } of readDocs(docs).pages.values()) {
      const folder = dirname(name)
      const ofFolder = await readFile(join(docs, folder, 'README.md'), 'utf8').catch(() => '')
      const isListed =
        index.includes(`](${name})`) || ofFolder.includes(`](${name.slice(folder.length + 1)})`)
      if (name !== 'README.md' && !isListed) unlisted.push(name)
    }
    expect(unlisted).toEqual([])
  })

  test('has one title per page, and no heading skips a level', async () => {
    for (const file of await markdownFiles()) {
      const levels = readSections(await readFile(file, 'utf8')).map(({ level }) => level)
      const jumps = levels.filter((level, at) => level > (levels[at - 1] ?? 0) + 1)
      const titles = levels.filter((level) => level === 1).length
      expect([file, titles, jumps]).toEqual([file, 1, []])
    }
  })

  test('every shell snippet parses, and every JSON snippet', async () => {
    const shells: string[] = []
    for (const file of await markdownFiles()) {
      const text = await readFile(file, 'utf8')
      const snippets = [...text.matchAll(/^```(sh|json)\b.*\n([\s\S]*?)^```$/gm)]
      const scripts = snippets.filter(([, kind]) => kind === 'sh').map(([, , code]) => code)
      // Placeholders in angle brackets are for the reader to replace.
      const script = scripts.join('\n').replaceAll(/<[\w ]+>/g, 'placeholder')
      const path = join(folder, relative(root, file).replaceAll('/', ' '))
      await writeFile(path, script)
      shells.push(path)
      for (const [, kind, code = ''] of snippets) {
        if (kind === 'json' && !code.includes('…')) JSON.parse(code.replaceAll(/\$\{[\w.]+\}/g, ''))
      }
    }
    const parseAll = 'for file in "$@"; do bash -n "$file"; done'
    const { stderr } = spawnSync('bash', ['-c', parseAll, '--', ...shells], { encoding: 'utf8' })
    expect(stderr).toBe('')
  })

  test('every example of an expression has the value beside it', async () => {
    const { scope, examples } = await readExpressions()
    for (const [expression = '', value = ''] of examples) {
      const found = JSON.stringify(evaluate(expression, scope, new Budget()))
      expect([expression, found]).toEqual([expression, value])
    }
  })

  test('every function of expressions has an example', async () => {
    const { examples } = await readExpressions()
    const text = examples.map(([expression]) => expression).join('\n')
    const missing = [...functionNames()].filter((name) => !text.includes(`${name}(`))
    expect(missing).toEqual([])
  })
})

async function readExpressions() {
  const page = await readFile(join(docs, 'expressions.md'), 'utf8')
  const [, scope = ''] = /^```json scope\n([\s\S]*?)^```$/m.exec(page) ?? []
  const rows = page.replaceAll('\\|', '\0').matchAll(/^\| `([^|]+)` \| `([^|]+)` \|/gm)
  const examples = [...rows].map((row) => row.slice(1, 3).map((cell) => cell.replaceAll('\0', '|')))
  return { scope: JSON.parse(scope), examples }
}

describe('the site', () => {
  test('shows a page with navigation, contents and a strict policy, without a credential', async () => {
    const page = await service.call('GET', '/docs/errors', { headers: html })
    expect(page.status).toBe(200)
    expect(page.text).toContain('<title>Errors · Atelier</title>')
    expect(page.text).toContain('<a href="/docs/errors" aria-current="page">Errors</a>')
    expect(page.text).toContain('<a href="/docs/retries">safe retries</a>')
    expect(page.text).toContain('<code>validation_failed</code>')
    expect(page.text).not.toMatch(/<style|<script>|style="| on\w+="|<!-- generated/)
    expect(page.headers['content-security-policy']).toMatch(/default-src 'none'; script-src 'self'/)
    const headers = { ...html, 'if-none-match': page.headers.etag as string }
    expect((await service.call('GET', '/docs/errors', { headers })).status).toBe(304)
  })

  test('shows every page', async () => {
    for (const path of readDocs(docs).pages.keys()) {
      const { status, text } = await service.call('GET', path, { headers: html })
      expect([path, status, text.split('<h1').length]).toEqual([path, 200, 2])
    }
  })

  test('has every page as Markdown, with links to Markdown', async () => {
    const page = await service.call('GET', '/docs/guides.md')
    expect(page.headers['content-type']).toBe('text/markdown; charset=utf-8')
    expect(page.text).toContain('- [curl](/docs/guides/curl.md)')
    const asked = await service.call('GET', '/docs/guides', {
      headers: { accept: 'text/markdown' },
    })
    expect(asked.text).toBe(page.text)
    expect((await service.call('GET', '/docs/guides/README.md')).text).toBe(page.text)
    expect((await service.call('GET', '/docs/index.md')).text).toMatch(/^# Atelier documentation/)
  })

  test('lists the pages for language models, and all of them in one text', async () => {
    const { publicUrl } = service.deps.config
    const { text } = await service.call('GET', '/llms.txt')
    expect(text).toMatch(/^# Atelier\n\n> /)
    expect(text).toContain(`- [Errors](${publicUrl}/docs/errors.md): `)
    const whole = (await service.call('GET', '/llms-full.txt')).text
    expect(whole).toContain('# Workflow steps')
    expect(whole).toContain('# Architecture')
  })

  test('has the sections of all pages for the search in the browser', async () => {
    const { body } = await service.call('GET', '/docs/search.json')
    expect(body).toContainEqual({
      path: '/docs/retries#idempotency-key',
      title: 'Safe retries',
      heading: expect.any(String),
      text: expect.stringContaining('Idempotency-Key'),
    })
    const paths = body.map(({ path }: { path: string }) => path)
    expect(paths).toEqual([...new Set(paths)])
    const library = await service.call('GET', '/docs/site/minisearch.js')
    expect(library.text).toContain('export { MiniSearch as default }')
  })

  test('404 for other paths, also outside the folder', async () => {
    const paths = ['/docs/nothing', '/docs/..%2fpackage.json', '/docs/site/..%2fREADME.md']
    for (const path of [...paths, '/docs/guides/nothing.md', '/docs/site/nothing.css']) {
      const { status, body } = await service.call('GET', path)
      expect([path, status, body.code]).toEqual([path, 404, 'route_not_found'])
    }
    const page = await service.call('GET', '/docs/nothing', { headers: html })
    expect([page.status, page.text.includes('Page not found')]).toEqual([404, true])
  })

  test('serves images, styles and the script', async () => {
    const { text } = await service.call('GET', '/docs', { headers: html })
    const [style] = /\/docs\/site\/docs\.css\?v=[\w-]+/.exec(text) ?? []
    expect((await service.call('GET', style as string)).headers['cache-control']).toContain(
      'immutable',
    )
    const script = await service.call('GET', '/docs/site/docs.js')
    expect(script.headers['content-type']).toContain('text/javascript')
    const image = await service.call('GET', '/docs/images/console.png')
    expect([image.status, image.headers['content-type']]).toEqual([200, 'image/png'])
  })

  test('has the API reference at /docs/api', async () => {
    const { status, text } = await service.call('GET', '/docs/api/')
    expect([status, text.includes('js/scalar.js')]).toEqual([200, true])
  })
})

test('an installation without the pages redirects to the API reference', async () => {
  const app = Fastify()
  serveDocsSite(app, { docsFolder: '/nowhere', publicUrl: 'http://localhost' })
  const { statusCode, headers } = await app.inject('/docs')
  expect([statusCode, headers.location]).toEqual([302, '/docs/api'])
})
