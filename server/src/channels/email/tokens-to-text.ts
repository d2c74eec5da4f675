import type { Token } from '../markdown/parse-markdown.ts'
import { type TableRow, tableToText } from './table-to-text.ts'
import { textWidth, underlined, wrap } from './wrap-text.ts'

/** The current position in the tokens. */
interface Cursor {
  tokens: Token[]
  at: number
}

/** Parsed Markdown as plain text, wrapped for email. Lists, quotes and tables stay readable. */
export function tokensToText(tokens: Token[]): string {
  return blocks({ tokens, at: 0 }, textWidth).join('\n').trim()
}

/** The lines of all blocks up to the end of their parent. */
function blocks(cursor: Cursor, width: number): string[] {
  const lines: string[] = []
  let tight = false
  while (cursor.at < cursor.tokens.length) {
    const token = cursor.tokens[cursor.at++] as Token
    if (token.nesting === -1) break
    const block = blockLines(token, cursor, width)
    // Paragraphs of a tight list are hidden: no blank line follows them.
    tight = token.hidden || (tight && /_list_open$/.test(token.type))
    if (lines.length > 0 && !tight) lines.push('')
    for (const line of block) lines.push(line)
  }
  return lines
}

function blockLines(token: Token, cursor: Cursor, width: number): string[] {
  switch (token.type) {
    case 'heading_open':
      return underlined(blocks(cursor, width), '-')
    case 'inline':
      return wrap(inlineText(token.children ?? []), width)
    case 'blockquote_open':
      return blocks(cursor, width - 2).map((line) => `> ${line}`.trimEnd())
    case 'bullet_list_open':
    case 'ordered_list_open':
      return listLines(token, cursor, width)
    case 'table_open':
      return tableToText(tableRows(cursor), width)
    case 'fence':
    case 'code_block':
      return token.content.trimEnd().split('\n').map(indented)
    case 'hr':
      return ['* * *']
    default:
      return token.nesting === 1 ? blocks(cursor, width) : []
  }
}

function indented(line: string): string {
  return `    ${line}`.trimEnd()
}

function listLines(list: Token, cursor: Cursor, width: number): string[] {
  const lines: string[] = []
  let number = Number(list.attrGet('start') ?? 1)
  while (cursor.tokens[cursor.at]?.type === 'list_item_open') {
    const isLoose = cursor.tokens[cursor.at + 1]?.hidden === false
    cursor.at += 1
    const marker = list.type === 'ordered_list_open' ? `${number}. ` : '- '
    const item = blocks(cursor, width - marker.length)
    if (lines.length > 0 && isLoose) lines.push('')
    lines.push(marker + (item[0] ?? ''))
    for (const line of item.slice(1)) lines.push((' '.repeat(marker.length) + line).trimEnd())
    number += 1
  }
  cursor.at += 1
  return lines
}

function tableRows(cursor: Cursor): TableRow[] {
  const rows: TableRow[] = []
  let alignsRight = false
  for (;;) {
    const token = cursor.tokens[cursor.at++]
    if (!token || token.type === 'table_close') return rows
    if (token.type === 'tr_open') rows.push([])
    if (/^t[hd]_open$/.test(token.type)) alignsRight = token.attrGet('align') === 'right'
    if (token.type === 'inline') {
      rows.at(-1)?.push({ text: inlineText(token.children ?? []), alignsRight })
    }
  }
}

function inlineText(tokens: Token[]): string {
  const parts: string[] = []
  let link: { href: string; from: number } | undefined
  for (const token of tokens) {
    if (token.type === 'link_open') {
      link = { href: String(token.attrGet('href')), from: parts.length }
    } else if (token.type === 'link_close' && link) {
      const label = parts.splice(link.from).join('')
      parts.push(isSame(label, link.href) ? label : `${label} (${link.href})`)
      link = undefined
    } else if (/break$/.test(token.type)) parts.push('\n')
    else if (token.type === 'code_inline') parts.push(`\`${token.content}\``)
    else if (/^s_/.test(token.type)) parts.push('~')
    else parts.push(token.content)
  }
  return parts.join('')
}

/** A URL that is its own label appears once. */
function isSame(label: string, href: string): boolean {
  return label === href || `mailto:${label}` === href || encodeURI(label) === href
}
