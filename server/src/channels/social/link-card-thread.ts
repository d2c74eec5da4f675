import { Parser } from 'htmlparser2'
import type { LinkCard } from './link-card.ts'

const maxTitle = 300
const maxDescription = 1000

/** The card that a page describes: Open Graph first, then its title and description. */
export function work(html: string): LinkCard | undefined {
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
