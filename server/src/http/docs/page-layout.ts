import { escapeHtml } from '../../lib/escape-html.ts'
import type { DocsIndex, DocsPage, NavEntry } from './docs-index.ts'
import type { Heading } from './render-page.ts'
import type { SearchResult } from './search-pages.ts'

export interface Layout {
  index: DocsIndex
  version: string
  /** URL paths of the style sheets and the script, with a hash of their content. */
  styles: string[]
  script: string
}

interface PageParts {
  title: string
  path: string
  content: string
  headings?: Heading[]
  query?: string
  page?: DocsPage
}

/** The whole HTML page. Everything in it can be read without the script. */
export function layOutPage(layout: Layout, parts: PageParts): string {
  const { title, path, content, headings = [], query = '', page } = parts
  const name = path === '/docs' ? 'Atelier documentation' : `${title} · Atelier`
  const alternate = page
    ? `<link rel="alternate" type="text/markdown" href="${markdownPath(page)}">`
    : '<meta name="robots" content="noindex">'
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(name)}</title>
${page?.description ? `<meta name="description" content="${escapeHtml(page.description)}">\n` : ''}${alternate}
<link rel="icon" href="/atelier.svg" type="image/svg+xml">
${layout.styles.map((path) => `<link rel="stylesheet" href="${path}">`).join('\n')}
<script src="${layout.script}"></script>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header>
<button class="menu" type="button" popovertarget="navigation" aria-label="Menu">☰</button>
<a class="home" href="/docs">Atelier <span>docs</span></a>
<form role="search" action="/docs/search">
<input type="search" name="q" value="${escapeHtml(query)}" placeholder="Search the docs" aria-label="Search the docs" maxlength="100" autocomplete="off" spellcheck="false">
</form>
<a class="top" href="/docs/api">API reference</a>
<a class="top" href="/">Console</a>
</header>
<div class="columns">
<nav id="navigation" class="navigation" popover aria-label="Documentation">
${navigation(layout.index, path)}
</nav>
<main id="content" tabindex="-1">
${contentsFolded(headings)}<article>
${content}</article>
${page ? footer(layout, page) : ''}
</main>
${contentsBeside(headings)}
</div>
</body>
</html>
`
}

function navigation({ sections }: DocsIndex, path: string): string {
  const lists = sections.map(
    ({ title, entries }) => `<h2>${escapeHtml(title)}</h2>\n${entryList(entries, path)}`,
  )
  return lists.join('\n')
}

function entryList(entries: NavEntry[], path: string): string {
  const items = entries.map((entry) => {
    const below = entry.children.length > 0 ? entryList(entry.children, path) : ''
    const current = entry.path === path ? ' aria-current="page"' : ''
    return `<li><a href="${entry.path}"${current}>${escapeHtml(entry.title)}</a>${below}</li>`
  })
  return `<ul>${items.join('')}</ul>`
}

const contentsOf = (headings: Heading[]) =>
  headings.filter(({ level }) => level === 2 || level === 3)

function contentsList(headings: Heading[]): string {
  const items = contentsOf(headings).map(
    ({ id, text, level }) =>
      `<li${level === 3 ? ' class="deeper"' : ''}><a href="#${id}">${escapeHtml(text)}</a></li>`,
  )
  return `<ul>${items.join('')}</ul>`
}

/** On narrow screens, above the text. */
function contentsFolded(headings: Heading[]): string {
  if (contentsOf(headings).length < 2) return ''
  return `<details class="contents"><summary>On this page</summary>${contentsList(headings)}</details>\n`
}

/** On wide screens, beside the text. */
function contentsBeside(headings: Heading[]): string {
  if (contentsOf(headings).length < 2) return ''
  return `<aside class="contents" aria-label="On this page"><h2>On this page</h2>${contentsList(headings)}</aside>`
}

function footer({ index, version }: Layout, page: DocsPage): string {
  const order = index.sections
    .flatMap(({ entries }) => entries.flatMap((entry) => [entry, ...entry.children]))
    .filter(({ path }) => path !== '/docs/api')
  const at = order.findIndex(({ path }) => path === page.path)
  const previous = at > 0 ? order[at - 1] : undefined
  const next = at >= 0 ? order[at + 1] : undefined
  const link = (entry: NavEntry | undefined, label: string, rel: string) =>
    entry
      ? `<a rel="${rel}" href="${entry.path}"><small>${label}</small> ${escapeHtml(entry.title)}</a>`
      : '<span></span>'
  const around =
    previous || next
      ? `<nav class="around" aria-label="Previous and next page">${link(previous, 'Previous', 'prev')}${link(next, 'Next', 'next')}</nav>\n`
      : ''
  return `<footer>${around}<p><a href="${markdownPath(page)}">View as Markdown</a> · Atelier ${escapeHtml(version)}</p></footer>`
}

export function markdownPath({ path }: Pick<DocsPage, 'path'>): string {
  return path === '/docs' ? '/docs/index.md' : `${path}.md`
}

export function searchContent(query: string, results: SearchResult[]): string {
  if (query.trim() === '') return '<h1>Search</h1>\n<p>Type a word in the search field.</p>\n'
  const heading = `<h1>Results for “${escapeHtml(query)}”</h1>\n`
  if (results.length === 0) return `${heading}<p>No results.</p>\n`
  const items = results.map(({ path, title, heading: part, excerpt }) => {
    const name = escapeHtml(part === '' ? title : `${title}: ${part}`)
    return `<li><a href="${path}">${name}</a><p>${escapeHtml(excerpt)}</p></li>`
  })
  return `${heading}<ol class="results">${items.join('\n')}</ol>\n`
}
