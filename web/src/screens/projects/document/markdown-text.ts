import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import {
  schema as base,
  defaultMarkdownParser,
  defaultMarkdownSerializer,
  MarkdownParser,
  MarkdownSerializer,
} from 'prosemirror-markdown'
import { type MarkSpec, type Node, Schema } from 'prosemirror-model'

const strike: MarkSpec = {
  parseDOM: [{ tag: 's' }, { tag: 'del' }],
  toDOM: () => ['s', 0],
}

export const schema = new Schema({
  nodes: base.spec.nodes.update('image', {
    ...base.spec.nodes.get('image'),
    // An external image would reveal to its server who reads it, so only its text is shown.
    toDOM: ({ attrs }) => ['span', { class: 'image', title: attrs.src }, attrs.alt || attrs.src],
    parseDOM: [],
  }),
  marks: base.spec.marks.addToEnd('strike', strike),
})

const parser = new MarkdownParser(schema, defaultMarkdownParser.tokenizer.enable('strikethrough'), {
  ...defaultMarkdownParser.tokens,
  s: { mark: 'strike' },
})

const serializer = new MarkdownSerializer(defaultMarkdownSerializer.nodes, {
  ...defaultMarkdownSerializer.marks,
  strike: { open: '~~', close: '~~', mixable: true, expelEnclosingWhitespace: true },
})

export function parseMarkdown(text: string): Node {
  return parser.parse(text)
}

export function writeMarkdown(document: Node): string {
  return serializer.serialize(document, { tightLists: true })
}

/** A longer text takes too long to check when it opens, and to write on every keystroke. */
const maxLength = 60_000

/**
 * Whether rich text keeps everything in a Markdown text. Tables, task lists and footnotes, for
 * example, get lost, so they are edited as Markdown.
 */
export function isRichText(text: string): boolean {
  if (text.length > maxLength) return false
  try {
    return parseMeaning(text) === parseMeaning(writeMarkdown(parseMarkdown(text)))
  } catch {
    return false
  }
}

/** The structure of a text, without what does not matter: positions, spacing and line breaks. */
function parseMeaning(text: string): string {
  const tree = fromMarkdown(text, {
    extensions: [gfm()],
    mdastExtensions: [gfmFromMarkdown()],
  })
  return JSON.stringify(tree, (key, value) => {
    if (key === 'position' || key === 'spread') return undefined
    return key === 'value' && typeof value === 'string' ? value.replace(/\s+/g, ' ') : value
  })
}
