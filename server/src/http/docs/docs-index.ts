import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix, relative, resolve, sep } from 'node:path'

/** A Markdown file and its place on the site. */
export interface DocsPage {
  /** Its URL path: `/docs/guides/sdk`. */
  path: string
  /** Its name relative to the docs folder, with slashes: `guides/sdk.md`. */
  name: string
  file: string
  title: string
  description: string
}

export interface NavEntry {
  title: string
  path: string
  description: string
  children: NavEntry[]
}

export interface NavSection {
  title: string
  entries: NavEntry[]
}

export interface DocsIndex {
  sections: NavSection[]
  /** All pages by URL path, those of the navigation first and in its order. */
  pages: ReadonlyMap<string, DocsPage>
  /** Images by URL path. */
  images: ReadonlyMap<string, string>
  /** The URL path of a link target, or undefined if the site does not have it. */
  pathOf: (name: string) => string | undefined
}

const entryLine = /^(\s*)- \[([^\]]+)\]\(([^)#\s]+)\)(?:: (.*))?$/

/**
 * Reads the navigation from README.md: a heading for each section and a list of links. To add a
 * page, add a line there. Pages that no line names are still served.
 */
export function readDocsIndex(folder: string): DocsIndex {
  const files = listFiles(folder)
  const pages = new Map<string, DocsPage>()
  const sections: NavSection[] = []
  const add = (name: string, title: string, description: string): DocsPage | undefined => {
    const file = resolve(folder, name)
    if (!existsSync(file)) return undefined
    const page = { path: pathOfName(name), name, file, title, description }
    if (!pages.has(page.path)) pages.set(page.path, page)
    return page
  }
  add('README.md', 'Documentation', '')
  for (const line of readLines(join(folder, 'README.md'))) {
    const heading = /^## (.+)$/.exec(line)?.[1]
    if (heading) sections.push({ title: heading, entries: [] })
    const [, indent = '', title = '', name = '', description = ''] = entryLine.exec(line) ?? []
    const siblings = siblingsAt(sections.at(-1), indent)
    if (!name || !siblings) continue
    const path = name === 'openapi.json' ? '/docs/api' : add(name, title, description)?.path
    if (path) siblings.push({ title, path, description, children: [] })
  }
  for (const name of files.filter((one) => one.endsWith('.md'))) {
    if (!pages.has(pathOfName(name))) add(name, titleOf(join(folder, name)), '')
  }
  const images = new Map(
    files
      .filter((name) => /\.(png|svg|webp)$/.test(name))
      .map((name) => [`/docs/${name}`, join(folder, name)]),
  )
  return { sections, pages, images, pathOf: linkTargets(pages, images) }
}

function linkTargets(pages: ReadonlyMap<string, DocsPage>, images: ReadonlyMap<string, string>) {
  const paths = new Map([...pages.values()].map(({ name, path }) => [name, path]))
  for (const path of images.keys()) paths.set(path.slice('/docs/'.length), path)
  paths.set('openapi.json', '/docs/api')
  return (name: string) => paths.get(name) ?? paths.get(posix.join(name, 'README.md'))
}

/** `guides/README.md` is `/docs/guides`, `../SECURITY.md` is `/docs/security`. */
function pathOfName(name: string): string {
  const plain = name
    .replace(/^\.\.\//, '')
    .replace(/\.md$/, '')
    .replace(/(^|\/)README$/, '')
  return `/docs/${plain.toLowerCase()}`.replace(/\/$/, '')
}

function siblingsAt(section: NavSection | undefined, indent: string): NavEntry[] | undefined {
  if (indent === '') return section?.entries
  return section?.entries.at(-1)?.children
}

/** The first heading. Some generated files begin with a comment. */
export function titleOf(file: string): string {
  const heading = readLines(file).find((line) => line.startsWith('# '))
  return heading?.slice(2).replaceAll('`', '') ?? 'Untitled'
}

function readLines(file: string): string[] {
  return existsSync(file) ? readFileSync(file, 'utf8').split(/\r?\n/) : []
}

function listFiles(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort()
}
