import { posix } from 'node:path'
import MarkdownIt, { type MarkdownIt as Parser, type Token } from 'markdown-it'
import { escapeHtml } from '../../lib/escape-html.ts'
import { highlight } from './highlight.ts'

// Loading the parser takes 100 ms, so this file is imported with the first page that is read.

export interface Heading {
  level: number
  id: string
  text: string
}

/** The part of a page below one heading, as plain text for the search. */
export interface PageSection {
  heading: Heading | undefined
  text: string
}

interface RenderedPage {
  html: string
  headings: Heading[]
}

/** Returns where a link of the page leads on the site; undefined if it has no page there. */
export type ResolveLink = (target: string) => string | undefined

// The pages are files of the installation. Without HTML, and with a policy that allows no inline
// script, a mistake in one of them cannot run anything.
const markdown = siteRules(new MarkdownIt({ html: false, linkify: false }))

export function renderPage(source: string, resolve: ResolveLink): RenderedPage {
  const tokens = markdown.parse(withoutComments(source), {})
  const headings = nameHeadings(tokens)
  for (const token of tokens) {
    if (token.children) token.children = resolveLinks(token.children, resolve)
  }
  return { html: markdown.renderer.render(tokens, markdown.options, {}), headings }
}

/** The texts of a page for the search. */
export function readSections(source: string): PageSection[] {
  const tokens = markdown.parse(withoutComments(source), {})
  return sectionsOf(tokens, nameHeadings(tokens))
}

/** Comments mark the parts that `npm run generate` writes. Readers do not need them. */
export function withoutComments(source: string): string {
  return source.replaceAll(/^<!--[\s\S]*?-->\n?/gm, '')
}

/** Joins a link target with the name of the page that contains it: `../cli.md` in `guides/sdk.md`. */
export function targetName(pageName: string, target: string): { name: string; fragment: string } {
  const [path = '', fragment = ''] = target.split('#', 2)
  const name = path === '' ? pageName : posix.join(posix.dirname(pageName), path)
  return { name: name.replace(/\/$/, ''), fragment: fragment === '' ? '' : `#${fragment}` }
}

/** Gives each heading an id, as GitHub does, so that links with fragments work in both places. */
function nameHeadings(tokens: Token[]): Heading[] {
  const ids = new Set<string>()
  const headings: Heading[] = []
  for (const [index, token] of tokens.entries()) {
    if (token.type !== 'heading_open') continue
    const text = textOf(tokens[index + 1])
    const plain = text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(/\s/g, '-')
    let id = plain
    for (let count = 1; ids.has(id); count++) id = `${plain}-${count}`
    ids.add(id)
    token.attrSet('id', id)
    headings.push({ level: Number(token.tag.slice(1)), id, text })
  }
  return headings
}

/** Replaces targets by paths of the site. A link to a file that the site lacks becomes plain text. */
function resolveLinks(children: Token[], resolve: ResolveLink): Token[] {
  // Links do not nest, so one flag says whether the open one is kept.
  let isKept = true
  return children.filter((child) => {
    if (child.type === 'link_close') return isKept
    const name = { link_open: 'href', image: 'src' }[child.type]
    if (!name) return true
    const path = resolve(String(child.attrGet(name)))
    if (path !== undefined) child.attrSet(name, path)
    if (child.type === 'image') child.attrSet('loading', 'lazy')
    if (child.type === 'link_open') isKept = path !== undefined
    return path !== undefined
  })
}

function sectionsOf(tokens: Token[], headings: Heading[]): PageSection[] {
  const sections: PageSection[] = [{ heading: undefined, text: '' }]
  const remaining = [...headings]
  let isHeading = false
  for (const token of tokens) {
    if (token.type === 'heading_open') {
      sections.push({ heading: remaining.shift(), text: '' })
      isHeading = true
    } else if (token.type === 'heading_close') {
      isHeading = false
    } else if (!isHeading && (token.type === 'inline' || token.type === 'fence')) {
      const section = sections.at(-1) as PageSection
      section.text += `${textOf(token)} `
    }
  }
  return sections.filter(({ heading, text }) => heading || text)
}

function textOf(token: Token | undefined): string {
  if (!token?.children) return token?.content ?? ''
  return token.children
    .map((child) => (child.type === 'softbreak' ? ' ' : child.content))
    .join('')
    .trim()
}

function siteRules(parser: Parser): Parser {
  const { rules } = parser.renderer
  rules.heading_close = (tokens, index) => {
    const { tag } = tokens[index] as Token
    const id = tokens[index - 2]?.attrGet('id')
    if (tag === 'h1' || !id) return `</${tag}>\n`
    const label = escapeHtml(`Link to “${textOf(tokens[index - 1])}”`)
    return ` <a class="anchor" href="#${id}" aria-label="${label}">#</a></${tag}>\n`
  }
  rules.table_open = () => '<div class="table"><table>\n'
  rules.table_close = () => '</table></div>\n'
  rules.fence = (tokens, index) => {
    const { content, info } = tokens[index] as Token
    const language = escapeHtml(info.split(/\s/, 1)[0] ?? '')
    return `<pre data-language="${language}"><code>${highlight(content, info)}</code></pre>\n`
  }
  rules.td_open = rules.th_open = (tokens, index) => {
    const { tag } = tokens[index] as Token
    return tag === 'th' ? '<th scope="col">' : '<td>'
  }
  return parser
}
