type Part = Record<string, unknown>

export interface SlackMessage {
  title: string | undefined
  text: string
}

const maxTitle = 250
const maxText = 20_000
const maxBlocks = 50

/** A message for Slack as a title and Markdown. Blocks replace the text, as Slack shows them. */
export function toMessage({ text, blocks, attachments }: Part): SlackMessage {
  const shown = listParts(blocks).slice(0, maxBlocks)
  const header = shown.find(({ type }) => type === 'header')
  const body = shown.filter((block) => block !== header).map(blockText)
  const attached = listParts(attachments).slice(0, maxBlocks).map(attachmentText)
  const plain = typeof text === 'string' ? fromMrkdwn(text) : ''
  const written = body.some(Boolean) ? body : [plain]
  const paragraphs = [...written, ...attached].filter(Boolean)
  const title = header && readText(header.text).trim()
  return {
    title: title ? title.slice(0, maxTitle) : undefined,
    text: shorten(paragraphs.join('\n\n').trim() || (title ?? '')),
  }
}

function shorten(text: string): string {
  return text.length <= maxText ? text : `${text.slice(0, maxText - 1)}…`
}

function listParts(value: unknown): Part[] {
  if (!Array.isArray(value)) return []
  return value.filter((one) => typeof one === 'object' && one !== null)
}

/** Blocks that only make sense in Slack, such as inputs, are left out. */
function blockText(block: Part): string {
  switch (block.type) {
    case 'section': {
      const fields = listParts(block.fields).map(readText)
      return [readText(block.text), ...fields, accessoryText(block.accessory)]
        .filter(Boolean)
        .join('\n\n')
    }
    case 'context':
      return listParts(block.elements)
        .map((one) => (one.type === 'image' ? '' : readText(one)))
        .filter(Boolean)
        .join(' · ')
    case 'actions':
      return listParts(block.elements).map(accessoryText).filter(Boolean).join(' · ')
    case 'header':
      return `**${readText(block.text)}**`
    case 'divider':
      return '---'
    case 'image':
      return imageText(block)
    case 'rich_text':
      return listParts(block.elements).map(richText).join('\n\n')
    default:
      return ''
  }
}

/** A button that opens a URL becomes a link; others need Slack. */
function accessoryText(value: unknown): string {
  const part = (value ?? {}) as Part
  if (part.type === 'image') return imageText(part)
  return isUrl(part.url) ? `[${readText(part.text) || part.url}](${part.url})` : ''
}

/** A link, because a message from elsewhere should not load images on its own. */
function imageText({ image_url, alt_text }: Part): string {
  if (!isUrl(image_url)) return ''
  return `[${typeof alt_text === 'string' && alt_text ? escapeLabel(alt_text) : 'image'}](${image_url})`
}

function attachmentText({ pretext, title, title_link, text, fallback, fields }: Part): string {
  const heading = typeof title === 'string' ? `**${fromMrkdwn(title)}**` : ''
  const linked = isUrl(title_link) && heading ? `[${heading}](${title_link})` : heading
  const listed = listParts(fields).map(
    (field) =>
      `**${fromMrkdwn(String(field.title ?? ''))}** ${fromMrkdwn(String(field.value ?? ''))}`,
  )
  const own = [pretext, text].map((one) => (typeof one === 'string' ? fromMrkdwn(one) : ''))
  const said = [own[0], linked, own[1], ...listed].filter(Boolean).join('\n\n')
  return said || (typeof fallback === 'string' ? fromMrkdwn(fallback) : '')
}

function richText(element: Part): string {
  const inside = listParts(element.elements)
  if (element.type === 'rich_text_list') {
    const mark = element.style === 'ordered' ? '1.' : '-'
    return inside.map((item) => `${mark} ${richText(item)}`).join('\n')
  }
  const words = inside.map(richWord).join('')
  if (element.type === 'rich_text_quote') return words.replace(/^/gm, '> ')
  return element.type === 'rich_text_preformatted' ? `\`\`\`\n${words}\n\`\`\`` : words
}

function richWord({ type, text, url, name, style }: Part): string {
  if (type === 'emoji') return `:${String(name)}:`
  if (type === 'link' && isUrl(url)) return `[${escapeLabel(String(text ?? url))}](${url})`
  if (typeof text !== 'string') return ''
  const { bold, italic, strike, code } = (style ?? {}) as Record<string, boolean>
  if (code) return `\`${text}\``
  const marks = `${bold ? '**' : ''}${italic ? '_' : ''}${strike ? '~~' : ''}`
  return `${marks}${text}${[...marks.matchAll(/\*\*|_|~~/g)].map(String).reverse().join('')}`
}

/** A text object of Slack: plain, or with its own markup. */
function readText(value: unknown): string {
  if (typeof value === 'string') return fromMrkdwn(value)
  const { type, text } = (value ?? {}) as Part
  if (typeof text !== 'string') return ''
  return type === 'plain_text' ? text : fromMrkdwn(text)
}

/** Slack's markup as Markdown: *bold*, ~strike~ and <url|label>. Code stays as it is. */
export function fromMrkdwn(source: string): string {
  return source
    .split(/(```[\s\S]*?```|`[^`\n]*`)/)
    .map((part, index) => (index % 2 === 1 ? readEscapes(part) : convert(part)))
    .join('')
}

function convert(text: string): string {
  const converted = text
    .replace(/(^|[\s(])\*(?=\S)([^*\n]*\S)\*(?=$|[\s.,;:!?)])/g, '$1**$2**')
    .replace(/(^|[\s(])~(?=\S)([^~\n]*\S)~(?=$|[\s.,;:!?)])/g, '$1~~$2~~')
    .replace(/<(https?:\/\/[^|<>\s]+|mailto:[^|<>\s]+)(?:\|([^<>]*))?>/g, (_, url, label) =>
      label ? `[${escapeLabel(label)}](${url})` : `<${url}>`,
    )
    .replace(/<!(here|channel|everyone)(?:\|[^<>]*)?>/g, '@$1')
    .replace(/<[@#!][^|<>]*\|([^<>]*)>/g, '$1')
    .replace(/<([@#])([^|<>]*)>/g, '$1$2')
  return readEscapes(converted)
}

function escapeLabel(label: string): string {
  return label.replace(/[[\]]/g, '')
}

function readEscapes(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}

function isUrl(value: unknown): value is string {
  return typeof value === 'string' && /^https?:\/\/[^\s()<>]+$/.test(value)
}
