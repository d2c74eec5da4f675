import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

/** A Markdown file and its place on the site. */
export interface DocsPage {
  /** Its URL path: `/docs/guides/sdk`. */
  path: string
  /** Its name relative to the docs folder: `guides/sdk.md`. */
  name: string
  title: string
  description: string
  source: string
}

export interface Docs {
  /** The pages that README.md lists, in its order. */
  listed: DocsPage[]
  /** All pages by URL path, those of the navigation first. */
  pages: ReadonlyMap<string, DocsPage>
  images: string[]
  /** The sections of README.md with their links, as Markdown. */
  navigation: string
  /** Returns where a link of this page leads; undefined if the site lacks its target. */
  resolve: (page: DocsPage, target: string) => string | undefined
}

const entryLine = /^ *- \[([^\]]+)\]\(([^)#\s]+\.md)\)(?:: (.*))?$/gm

/** Reads all pages. README.md is the navigation; pages that it doesn't list are served, too. */
export function readDocs(folder: string): Docs {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
  const pages = new Map<string, DocsPage>()
  const addPage = (name: string, title?: string, description = '') => {
    const source = withoutComments(readFileSync(join(folder, name), 'utf8'))
    const page = {
      path: urlPath(name),
      name,
      title: title ?? readTitle(source),
      description,
      source,
    }
    if (!pages.has(page.path)) pages.set(page.path, page)
    return page
  }
  const { source } = addPage('README.md')
  const listed = [...source.matchAll(entryLine)].map(([, title, name = '', description]) =>
    addPage(name, title, description),
  )
  for (const name of names.filter((one) => one.endsWith('.md'))) addPage(name)
  const images = names.filter((name) => /\.(png|svg|webp)$/.test(name))
  const targets = new Map([...pages.values()].map(({ name, path }) => [name, path]))
  for (const image of images) targets.set(image, `/docs/${image}`)
  targets.set('openapi.json', '/docs/api')
  const resolve = (page: DocsPage, target: string) => {
    if (/^([a-z][a-z+.-]*:|#|\/)/i.test(target)) return target
    const [, path = '', fragment = ''] = /^(.*?)\/?(#.*)?$/.exec(target) ?? []
    const name = posix.join(posix.dirname(page.name), path)
    const found = targets.get(name) ?? targets.get(posix.join(name, 'README.md'))
    return found && found + fragment
  }
  const navigation = source.slice(source.indexOf('\n## '))
  return { listed, pages, images, navigation, resolve }
}

export function markdownPath({ path }: Pick<DocsPage, 'path'>): string {
  return path === '/docs' ? '/docs/index.md' : `${path}.md`
}

/** The first heading. */
export function readTitle(source: string): string {
  return /^# (.+)$/m.exec(source)?.[1]?.replaceAll('`', '') ?? 'Untitled'
}

/** Comments mark the parts that `npm run generate` writes. Readers don't need them. */
export function withoutComments(source: string): string {
  return source.replaceAll(/^<!--[\s\S]*?-->\n?/gm, '')
}

/** `guides/README.md` is `/docs/guides`, `../SECURITY.md` is `/docs/security`. */
function urlPath(name: string): string {
  const plain = name.replace(/^\.\.\//, '').replace(/(^|\/)README\.md$|\.md$/, '')
  return `/docs/${plain.toLowerCase()}`.replace(/\/$/, '')
}
