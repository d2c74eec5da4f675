import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { lazy } from '../../lib/lazy.ts'
import { version } from '../../version.ts'
import { immutable, packText, type StaticFile } from '../pages/static-file.ts'
import { type DocsIndex, type DocsPage, readDocsIndex } from './docs-index.ts'
import { type Layout, layOutPage, markdownPath, searchContent } from './page-layout.ts'
import { buildSearch, type SearchablePage, type SearchResult } from './search-pages.ts'

const html = 'text/html; charset=utf-8'
const plainText = 'text/plain; charset=utf-8'
const markdownType = 'text/markdown; charset=utf-8'

const assetTypes: Record<string, string> = {
  'text.css': 'text/css',
  'layout.css': 'text/css',
  'docs.js': 'text/javascript',
}

const isWhole = (target: string) => /^[a-z][a-z+.-]*:/i.test(target)

/** The documentation as a site. Each page is rendered at its first request and kept in memory. */
export class DocsSite {
  readonly #folder: string
  readonly #kept = new Map<string, Promise<StaticFile>>()
  readonly #index: () => DocsIndex
  readonly #layout: () => Layout
  #search: Promise<(query: string) => SearchResult[]> | undefined

  constructor(folder: string) {
    this.#folder = folder
    this.#index = lazy(() => readDocsIndex(folder))
    this.#layout = lazy(() => ({
      index: this.#index(),
      version,
      styles: ['text.css', 'layout.css'].map((name) => this.#hashedPath(name)),
      script: this.#hashedPath('docs.js'),
    }))
  }

  /** The page at this URL path, as HTML. */
  async page(path: string): Promise<StaticFile | undefined> {
    const page = this.#index().pages.get(path)
    return page && this.#keep(path, async () => packText(await this.#renderHtml(page), html))
  }

  /** The page as Markdown; its links lead to the Markdown of other pages. */
  async markdown(path: string): Promise<StaticFile | undefined> {
    const page = this.#index().pages.get(path)
    if (!page) return undefined
    return this.#keep(`${path}.md`, async () => packText(await this.#sourceOf(page), markdownType))
  }

  /** A style sheet or the script. Their URLs change with their content. */
  async asset(name: string): Promise<StaticFile | undefined> {
    const type = assetTypes[name]
    if (!type) return undefined
    return this.#keep(name, async () =>
      packText(await readFile(join(this.#folder, 'site', name), 'utf8'), type, immutable),
    )
  }

  async image(path: string): Promise<{ type: string; bytes: Buffer } | undefined> {
    const file = this.#index().images.get(path)
    if (!file) return undefined
    const ending = path.slice(path.lastIndexOf('.') + 1)
    return {
      type: ending === 'svg' ? 'image/svg+xml' : `image/${ending}`,
      bytes: await readFile(file),
    }
  }

  async search(query: string): Promise<SearchResult[]> {
    this.#search ??= this.#buildSearch()
    return (await this.#search)(query)
  }

  async searchPage(query: string): Promise<string> {
    const content = searchContent(query, await this.search(query))
    return layOutPage(this.#layout(), { title: 'Search', path: '/docs/search', content, query })
  }

  notFoundPage(): string {
    const content =
      '<h1>Page not found</h1>\n<p>The page may have moved. Search for it, or start at the <a href="/docs">overview</a>.</p>\n'
    return layOutPage(this.#layout(), { title: 'Page not found', path: '', content })
  }

  /** The index for language models, as llmstxt.org describes it. */
  llms(publicUrl: string): Promise<StaticFile> {
    return this.#keep('/llms.txt', async () => {
      const { sections, pages } = this.#index()
      const lists = sections.map(({ title, entries }) => {
        const all = entries.flatMap((entry) => [entry, ...entry.children])
        const lines = all.map(({ title, path, description }) => {
          const page = pages.get(path)
          const url = page ? publicUrl + markdownPath(page) : `${publicUrl}/api/openapi.json`
          return `- [${title}](${url})${description ? `: ${description}` : ''}`
        })
        return `## ${title}\n\n${lines.join('\n')}\n`
      })
      const summary =
        '> A self-hosted backend that AI agents share with the people they work for: media tools, boards, projects, questions, notifications, workflows and events behind one HTTP JSON API.'
      const whole = `Everything in one file: ${publicUrl}/llms-full.txt`
      return packText(['# Atelier', summary, whole, ...lists].join('\n\n'), plainText)
    })
  }

  /** All pages of the navigation in one text. */
  llmsFull(): Promise<StaticFile> {
    return this.#keep('/llms-full.txt', async () => {
      const { sections, pages } = this.#index()
      const listed = sections
        .flatMap(({ entries }) => entries.flatMap((entry) => [entry, ...entry.children]))
        .flatMap(({ path }) => pages.get(path) ?? [])
      const texts = await Promise.all(listed.map((page) => this.#sourceOf(page)))
      return packText(texts.join('\n\n---\n\n'), plainText)
    })
  }

  async #renderHtml(page: DocsPage): Promise<string> {
    const { html: content, headings } = await this.#render(page)
    const { title, path } = page
    return layOutPage(this.#layout(), { title, path, content, headings, page })
  }

  async #render(page: DocsPage) {
    const { renderPage } = await import('./render-page.ts')
    return renderPage(await readFile(page.file, 'utf8'), await this.#resolver(page))
  }

  async #sourceOf(page: DocsPage): Promise<string> {
    const { withoutComments } = await import('./render-page.ts')
    const resolve = await this.#resolver(page)
    const source = withoutComments(await readFile(page.file, 'utf8'))
    return source.replaceAll(/(?<=\]\()[^()\s]+(?=\))/g, (target) => {
      const [path = '', fragment] = (resolve(target) ?? target).split('#', 2)
      const isPage = this.#index().pages.get(path)
      const whole = isPage ? markdownPath(isPage) : path
      return fragment === undefined ? whole : `${whole}#${fragment}`
    })
  }

  async #resolver({ name }: DocsPage) {
    const { targetName } = await import('./render-page.ts')
    return (target: string) => {
      if (isWhole(target) || target.startsWith('#') || target.startsWith('/')) return target
      const { name: wanted, fragment } = targetName(name, target)
      const path = this.#index().pathOf(wanted)
      return path && path + fragment
    }
  }

  /** Page by page, so that other requests get their turns in between. */
  async #buildSearch() {
    const { readSections } = await import('./render-page.ts')
    const pages: SearchablePage[] = []
    for (const { path, title, file } of this.#index().pages.values()) {
      pages.push({ path, title, sections: readSections(await readFile(file, 'utf8')) })
    }
    return buildSearch(pages)
  }

  /** A failure is not kept, so the next request tries again. */
  #keep(key: string, make: () => Promise<StaticFile>): Promise<StaticFile> {
    const found = this.#kept.get(key)
    if (found) return found
    const making = make().catch((error: unknown) => {
      this.#kept.delete(key)
      throw error
    })
    this.#kept.set(key, making)
    return making
  }

  #hashedPath(name: string): string {
    const bytes = readFileSync(join(this.#folder, 'site', name))
    return `/docs/site/${name}?v=${createHash('sha256').update(bytes).digest('hex').slice(0, 12)}`
  }
}
