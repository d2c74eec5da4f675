import { Parser } from 'htmlparser2'

interface Element {
  name: string
  attributes: Record<string, string>
}

export interface Markup {
  elements: Element[]
  text: string
  comments: string[]
}

/** HTML as a parser sees it, so that tests check elements and not strings. */
export function readMarkup(html: string): Markup {
  const markup: Markup = { elements: [], text: '', comments: [] }
  const parser = new Parser({
    onopentag: (name, attributes) => markup.elements.push({ name, attributes }),
    ontext: (text) => {
      markup.text += text
    },
    oncomment: (comment) => markup.comments.push(comment),
    onprocessinginstruction: (name) => markup.elements.push({ name, attributes: {} }),
  })
  parser.end(html)
  return markup
}

export function listLinks({ elements }: Markup): string[] {
  return elements.flatMap(({ attributes }) => attributes.href ?? [])
}
