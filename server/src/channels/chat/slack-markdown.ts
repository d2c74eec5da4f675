import { flavours, parseMarkdown, type Token } from '../markdown/parse-markdown.ts'
import { escapeText, inlineText } from './slack-inline.ts'

interface Node {
  token: Token
  children: Node[]
}

/** Converts Markdown to Slack's markup, which has no headings, lists or tables. */
export function toMrkdwn(text: string): string {
  const tokens = parseMarkdown(flavours.slack, text) ?? []
  const converted = renderBlocks(buildTree(tokens)).join('\n\n')
  // Some Markdown renders as nothing, for example link definitions alone.
  return converted.trim() === '' ? escapeText(text) : converted
}

function buildTree(tokens: Token[]): Node[] {
  const root: Node[] = []
  const path = [root]
  for (const token of tokens) {
    if (token.nesting < 0) {
      path.pop()
      continue
    }
    const node = { token, children: [] }
    path.at(-1)?.push(node)
    if (token.nesting > 0) path.push(node.children)
  }
  return root
}

function renderBlocks(nodes: Node[], depth = 0): string[] {
  return nodes.map((node) => block(node, depth)).filter((text) => text !== '')
}

function block(node: Node, depth: number): string {
  const { token, children } = node
  switch (token.type) {
    case 'heading_open':
      return bold(renderInline(children, true))
    case 'bullet_list_open':
    case 'ordered_list_open':
      return list(node, depth)
    case 'blockquote_open':
      return renderBlocks(children, depth).join('\n\n').replace(/^/gm, '> ')
    case 'fence':
    case 'code_block':
      return code(token.content)
    case 'hr':
      return '———'
    case 'table_open':
      return table(node)
    case 'inline':
      return inlineText(token.children ?? [])
    default:
      return renderBlocks(children, depth).join('\n')
  }
}

function renderInline(nodes: Node[], isBold: boolean): string {
  return nodes.map(({ token }) => inlineText(token.children ?? [], isBold)).join('')
}

function bold(text: string): string {
  return text === '' ? '' : text.replace(/^.+$/gm, '*$&*')
}

/** Three backticks in the code would close the block. */
function code(content: string): string {
  return `\`\`\`\n${escapeText(content.replace(/\n$/, '').replaceAll('```', '`\u200b``'))}\n\`\`\``
}

function list({ token, children }: Node, depth: number): string {
  const start = Number(token.attrGet('start') ?? 1)
  const items = children.map((item, index) => {
    const bullet = depth % 2 === 0 ? '•' : '◦'
    const mark = token.type === 'ordered_list_open' ? `${start + index}.` : bullet
    const text = renderBlocks(item.children, depth + 1).join('\n')
    return `${mark} ${text.replaceAll('\n', '\n    ')}`
  })
  return items.join('\n')
}

function table(node: Node): string {
  const rows = node.children.flatMap((part) => part.children)
  const cells = (row: Node) => row.children.map((cell) => renderInline(cell.children, false))
  return rows.map((row) => cells(row).join(' | ')).join('\n')
}
