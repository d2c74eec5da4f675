import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { lazy } from '../../lib/lazy.ts'
import { etagOfBytes, immutable, packText, type StaticFile } from '../pages/static-file.ts'
import { type Layout, layOutPage } from './lay-out-page.ts'
import { type DocsPage, markdownPath, readDocs } from './read-docs.ts'
import { readSections, renderNavigation, renderPage } from './render-page.ts'

// Loading the Markdown parser takes 100 ms, so this file is imported with the first request.

interface DocsSite {
  /** By URL path. Each is created at its first request and kept in memory. */
  files: ReadonlyMap<string, () => StaticFile | Promise<StaticFile>>
  notFoundPage: () => string
}

const html = 'text/html; charset=utf-8'
const plainText = 'text/plain; charset=utf-8'
const markdown = 'text/markdown; charset=utf-8'

const summary = `# Atelier

> A self-hosted backend that AI agents share with the people they work for: media tools, boards, projects, questions, notifications, workflows and events behind one HTTP JSON API.
`

export function createDocsSite(folder: string, publicUrl: string): DocsSite {
  const docs = readDocs(folder)
  const files = new Map<string, () => StaticFile | Promise<StaticFile>>()
  const addText = (path: string, type: string, write: () => string, cacheControl?: string) => {
    const file = lazy(() => packText(write(), type, cacheControl))
    files.set(path, file)
    return () => `${path}?v=${file().etag.slice(1, -1)}`
  }
  const addAsset = (name: string, type: string) =>
    addText(`/docs/site/${name}`, type, () => readText(join(folder, 'site', name)), immutable)
  const style = addAsset('docs.css', 'text/css')
  const script = addAsset('docs.js', 'text/javascript')
  addText('/docs/site/minisearch.js', 'text/javascript', () =>
    readText(fileURLToPath(import.meta.resolve('minisearch'))),
  )

  const { listed, pages, images } = docs
  const resolver = (page: DocsPage) => (target: string) => docs.resolve(page, target)
  const readme = pages.get('/docs') as DocsPage
  const layout = lazy((): Layout => {
    const navigation = renderNavigation(docs.navigation, resolver(readme))
    return { listed, navigation, style: style(), script: script() }
  })
  const render = (page: DocsPage) => renderPage(page.source, resolver(page))
  /** As Markdown; its links lead to the Markdown of other pages. */
  const writeMarkdown = (page: DocsPage, source = page.source, origin = '') =>
    source.replaceAll(/(?<=\]\()[^()\s]+(?=\))/g, (target) => {
      const [path = '', fragment] = (docs.resolve(page, target) ?? target).split('#', 2)
      const isPage = pages.get(path)
      const whole = isPage ? origin + markdownPath(isPage) : path
      return fragment === undefined ? whole : `${whole}#${fragment}`
    })

  for (const page of pages.values()) {
    addText(page.path, html, () => layOutPage(layout(), render(page), page))
    addText(markdownPath(page), markdown, () => writeMarkdown(page))
  }
  for (const name of images) files.set(`/docs/${name}`, () => readImage(join(folder, name)))
  const search = lazy(() => writeSearch([...pages.values()]))
  files.set('/docs/search.json', search)
  // The index for language models, as llmstxt.org describes it.
  addText('/llms.txt', plainText, () => {
    const whole = `Everything in one file: ${publicUrl}/llms-full.txt\n`
    const index = writeMarkdown(readme, docs.navigation, publicUrl)
    return [summary, whole, index.replace('(/docs/api)', `(${publicUrl}/api/openapi.json)`)].join(
      '\n',
    )
  })
  addText('/llms-full.txt', plainText, () =>
    listed.map((page) => writeMarkdown(page)).join('\n\n---\n\n'),
  )
  return { files, notFoundPage: () => layOutPage(layout(), { html: notFound, sections: [] }) }
}

const notFound =
  '<h1>Page not found</h1>\n<p>The page may have moved. Search for it, or start at the <a href="/docs">overview</a>.</p>\n'

const readText = (path: string) => readFileSync(path, 'utf8')

/** The sections of all pages. Other requests are handled between two pages. */
async function writeSearch(pages: DocsPage[]): Promise<StaticFile> {
  const entries = []
  for (const { path, title, source } of pages) {
    for (const { level, id, heading, text } of readSections(source)) {
      entries.push({ path: level === 1 ? path : `${path}#${id}`, title, heading, text })
    }
    await setImmediate()
  }
  return packText(JSON.stringify(entries), 'application/json')
}

function readImage(path: string): StaticFile {
  const plain = readFileSync(path)
  const ending = path.slice(path.lastIndexOf('.') + 1)
  const type = ending === 'svg' ? 'image/svg+xml' : `image/${ending}`
  return { type, etag: etagOfBytes(plain), cacheControl: 'no-cache', plain, packed: new Map() }
}
