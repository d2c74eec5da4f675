import { Parser } from 'htmlparser2'
import { beginningOf } from '../../platform/safe-fetch/beginning-of.ts'
import type { SafeFetch } from '../../platform/safe-fetch/safe-fetch.ts'

/** What networks show below a post about the page that it links to. */
export interface LinkCard {
  title: string
  description: string
}

const maxPageBytes = 50 * 1024 ** 2
/** The head of a page is at its beginning. */
const maxHeadBytes = 512 * 1024
const timeoutMs = 8000
const maxTitle = 300
const maxDescription = 1000

/** Reads a page's card; undefined if the page is not HTML or has no title. Throws FetchRefused. */
export async function readLinkCard(
  safeFetch: SafeFetch,
  url: string,
): Promise<LinkCard | undefined> {
  const page = await safeFetch(url, {
    headers: { accept: 'text/html' },
    maxBytes: maxPageBytes,
    timeoutMs,
  })
  if (!/html/i.test(page.headers['content-type'] ?? '')) {
    page.stream.destroy()
    return undefined
  }
  return cardIn(await beginningOf(page.stream, maxHeadBytes))
}

/** The card that a page describes: Open Graph first, then its title and description. */
export function cardIn(html: string): LinkCard | undefined {
  const found = new Map<string, string>()
  const keep = (name: string, text: string) => {
    if (!found.has(name) && text.trim()) found.set(name, text.trim().replaceAll(/\s+/g, ' '))
  }
  let title: string | undefined
  const parser = new Parser({
    onopentag: (tag, { property, name, content }) => {
      if (tag === 'title') title = ''
      if (tag === 'meta' && content) keep((property ?? name ?? '').toLowerCase(), content)
      // A drawing in the body can have a title too.
      if (tag === 'body') parser.pause()
    },
    ontext: (text) => {
      if (title !== undefined) title += text
    },
    onclosetag: (tag) => {
      if (tag !== 'title' || title === undefined) return
      keep('title', title)
      title = undefined
    },
  })
  parser.write(html)
  const first = (...names: string[]) => names.map((name) => found.get(name)).find(Boolean) ?? ''
  const shown = first('og:title', 'twitter:title', 'title').slice(0, maxTitle)
  if (!shown) return undefined
  const description = first('og:description', 'twitter:description', 'description')
  return { title: shown, description: description.slice(0, maxDescription) }
}
