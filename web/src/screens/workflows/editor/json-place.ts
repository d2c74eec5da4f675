import { jsonLanguage } from '@codemirror/lang-json'
import type { SyntaxNode } from '@lezer/common'

/** A position in a JSON text that may be incomplete, as completion needs it. */
export interface JsonPlace {
  /** Keys and indexes, from the root to the value or the object at the position. */
  path: (string | number)[]
  /** `key`: a name in the object at `path`. `value`: the value at `path`. */
  kind: 'key' | 'value'
  /** The range of the name or the value that is there already. */
  from: number
  to: number
  /** The position is inside the quotes of a string. */
  isInString: boolean
  /** The name is followed by a colon. */
  hasColon: boolean
  /** The whole document, as far as it can be read. */
  document: unknown
}

export function findJsonPlace(text: string, offset: number): JsonPlace | undefined {
  const root = jsonLanguage.parser.parse(text).topNode
  const document = readValue(text, root.firstChild)
  const node = nearest(root, offset)
  const isInString = /^(String|PropertyName)$/.test(node.name) && isInside(node, offset)
  const range = isInString ? { from: node.from, to: node.to } : { from: offset, to: offset }
  const common = { document, isInString, ...range }
  if (node.name === 'PropertyName' && isInString) {
    const property = node.parent as SyntaxNode
    const path = findPath(text, property.parent)
    return { ...common, path, kind: 'key', hasColon: hasColon(text, node.to) }
  }
  if (isInString) return { ...common, path: findPath(text, node), kind: 'value', hasColon: false }
  const property = closest(node, 'Property')
  if (property && isAfterColon(text, property, offset)) {
    return { ...common, path: findPath(text, property), kind: 'value', hasColon: false }
  }
  const container = closest(node, 'Object', 'Array')
  if (!container) return undefined
  const path = findPath(text, container)
  if (container.name === 'Object') return { ...common, path, kind: 'key', hasColon: false }
  const before = listElements(container).filter(({ to }) => to <= offset).length
  return { ...common, path: [...path, before], kind: 'value', hasColon: false }
}

/** The innermost node at an offset; an error node stands for its parent. */
function nearest(root: SyntaxNode, offset: number): SyntaxNode {
  let node = root.resolveInner(offset, -1)
  while (node.type.isError && node.parent) node = node.parent
  return node
}

function isInside({ from, to }: SyntaxNode, offset: number): boolean {
  return offset > from && offset < to
}

function closest(node: SyntaxNode, ...names: string[]): SyntaxNode | undefined {
  for (let at: SyntaxNode | null = node; at; at = at.parent) {
    if (names.includes(at.name)) return at
  }
  return undefined
}

function hasColon(text: string, after: number): boolean {
  return /^\s*:/.test(text.slice(after, after + 50))
}

/** Between the colon of a property and its comma, where a value is missing. */
function isAfterColon(text: string, property: SyntaxNode, offset: number): boolean {
  const name = property.getChild('PropertyName')
  const value = property.lastChild
  if (!name || (value && isValue(value))) return false
  return /^\s*:\s*$/.test(text.slice(name.to, offset))
}

const values = new Set(['Object', 'Array', 'String', 'Number', 'True', 'False', 'Null'])

function isValue({ name }: SyntaxNode): boolean {
  return values.has(name)
}

function listChildren(node: SyntaxNode): SyntaxNode[] {
  const found: SyntaxNode[] = []
  for (let child = node.firstChild; child; child = child.nextSibling) found.push(child)
  return found
}

function listElements(array: SyntaxNode): SyntaxNode[] {
  return listChildren(array).filter(isValue)
}

/** The path of a property or a value. */
function findPath(text: string, node: SyntaxNode | null): (string | number)[] {
  if (!node || node.name === 'JsonText') return []
  const { parent } = node
  if (node.name === 'Property') return [...findPath(text, parent), readName(text, node)]
  if (parent?.name === 'Array') {
    return [
      ...findPath(text, parent),
      listElements(parent).findIndex(({ from }) => from === node.from),
    ]
  }
  return findPath(text, parent)
}

function readName(text: string, property: SyntaxNode): string {
  const name = property.getChild('PropertyName')
  return name ? String(parsed(text.slice(name.from, name.to)) ?? '') : ''
}

function readValue(text: string, node: SyntaxNode | null): unknown {
  if (!node) return undefined
  if (node.name === 'Array') return listElements(node).map((one) => readValue(text, one))
  if (node.name !== 'Object') return parsed(text.slice(node.from, node.to))
  return Object.fromEntries(
    node.getChildren('Property').map((one) => {
      const value = one.lastChild
      return [readName(text, one), value && isValue(value) ? readValue(text, value) : undefined]
    }),
  )
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
