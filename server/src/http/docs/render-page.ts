import MarkdownIt, { type MarkdownIt as Parser, type Token } from 'markdown-it'
import { escapeHtml } from '../../lib/escape-html.ts'
import { highlight } from './highlight.ts'

/** A heading with the text below it. */
export interface PageSection {
  level: number
  id: string
  heading: string
  text: string
}

export interface RenderedPage {
  html: string
  sections: PageSection[]
}

/** Returns where a link leads on the site; undefined if the site lacks its target. */
export type ResolveLink = (target: string) => string | undefined

// The pages are files of the installation. Without HTML, and with a policy that allows no inline
// script, a mistake in one of them cannot run anything.
const markdown = siteRules(new MarkdownIt({ html: false, linkify: false }))

export function renderPage(source: string, resolve: ResolveLink): RenderedPage {
  const { tokens, sections } = parsePage(source, resolve)
  return { html: markdown.renderer.render(tokens, markdown.options, {}), sections }
}

export function readSections(source: string): PageSection[] {
  return parsePage(source, (target) => target).sections
}

function parsePage(source: string, resolve: ResolveLink) {
  const tokens = markdown.parse(source, {})
  const sections: PageSection[] = []
  for (const [index, token] of tokens.entries()) {
    const before = tokens[index - 1]
    if (before?.type === 'heading_open') {
      const heading = plainText(token)
      const id = headingId(heading, sections)
      before.attrSet('id', id)
      sections.push({ level: Number(before.tag.slice(1)), id, heading, text: '' })
    } else if (token.type === 'inline' || token.type === 'fence') {
      const section = sections.at(-1)
      if (section) section.text += `${plainText(token)} `
    }
    if (token.children) token.children = resolveLinks(token.children, resolve)
  }
  return { tokens, sections }
}

/** The sections of README.md as the navigation: without the descriptions. */
export function renderNavigation(source: string, resolve: ResolveLink): string {
  const tokens = markdown.parse(source.replaceAll(/^( *- \[.*?\]\(.*?\)).*$/gm, '$1'), {})
  for (const token of tokens) {
    if (token.children) token.children = resolveLinks(token.children, resolve)
  }
  return markdown.renderer.render(tokens, markdown.options, {})
}

/** As on GitHub, so that links with fragments work in both places. */
function headingId(heading: string, sections: PageSection[]): string {
  const words = heading.toLowerCase().replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
  const plain = words.trim().replaceAll(/\s/g, '-')
  let id = plain
  for (let count = 1; sections.some((one) => one.id === id); count++) id = `${plain}-${count}`
  return id
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
    else isKept = path !== undefined
    return path !== undefined
  })
}

function plainText(token: Token | undefined): string {
  const parts = token?.children?.map(({ type, content }) => (type === 'softbreak' ? ' ' : content))
  return (parts?.join('') ?? token?.content ?? '').trim()
}

function siteRules(parser: Parser): Parser {
  const { rules } = parser.renderer
  rules.heading_close = (tokens, index) => {
    const { tag } = tokens[index] as Token
    const id = tokens[index - 2]?.attrGet('id')
    if (tag === 'h1' || !id) return `</${tag}>\n`
    const label = escapeHtml(`Link to “${plainText(tokens[index - 1])}”`)
    return ` <a class="anchor" href="#${id}" aria-label="${label}">#</a></${tag}>\n`
  }
  rules.table_open = () => '<div class="table"><table>\n'
  rules.table_close = () => '</table></div>\n'
  rules.fence = (tokens, index) => {
    const { content, info } = tokens[index] as Token
    return `<pre><code>${highlight(content, info)}</code></pre>\n`
  }
  rules.th_open = () => '<th scope="col">'
  rules.td_open = () => '<td>'
  return parser
}
