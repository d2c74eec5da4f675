import { EngineError } from '../engine-error.ts'

export type XmlEvent =
  | { kind: 'open'; name: string; attributes: Record<string, string>; selfClosing: boolean }
  | { kind: 'close'; name: string }
  | { kind: 'text'; text: string }

/**
 * The subset of XML that SSML needs: elements, attributes, text, comments, CDATA and the five named
 * entities. DTDs are not supported, so nothing can be fetched or expanded. Elements must be closed
 * in order, and there is one root.
 */
export function parseXml(source: string): XmlEvent[] {
  const events: XmlEvent[] = []
  const open: string[] = []
  let rootSeen = false
  const tags =
    /<!--[\s\S]*?-->|<!\[CDATA\[([\s\S]*?)\]\]>|<\?[\s\S]*?\?>|<(\/?)([^\s<>/]*)((?:[^<>"']|"[^"<]*"|'[^'<]*')*)>|</g
  let at = 0
  for (const match of source.matchAll(tags)) {
    addText(source.slice(at, match.index), at)
    at = match.index + match[0].length
    const [all, cdata, slash, name, rest = ''] = match
    if (all.startsWith('<!--') || all.startsWith('<?')) continue
    if (cdata !== undefined) {
      if (open.length === 0) fail(source, match.index, 'there is text outside <speak>')
      events.push({ kind: 'text', text: cdata })
    } else if (/^<!doctype/i.test(all) || source.startsWith('<!DOCTYPE', match.index)) {
      fail(source, match.index, 'a document type (DTD) is not allowed')
    } else if (name === undefined || !/^[\p{L}_][\p{L}\p{N}_.:-]*$/u.test(name)) {
      fail(source, match.index, 'this “<” does not start an element; to write “<”, use &lt;')
    } else if (slash === '/') closeElement(name, rest, match.index)
    else openElement(name, rest, match.index)
  }
  addText(source.slice(at), at)
  const left = open.at(-1)
  if (left !== undefined) fail(source, source.length, `<${left}> is never closed`)
  if (!rootSeen) fail(source, 0, 'there is no <speak> element')
  return events

  function addText(raw: string, offset: number) {
    if (raw === '') return
    if (open.length > 0) events.push({ kind: 'text', text: decode(raw, source, offset) })
    else if (raw.trim() !== '')
      fail(source, offset + raw.search(/\S/), 'there is text outside <speak>')
  }

  function openElement(name: string, rest: string, offset: number) {
    if (open.length === 0 && rootSeen) fail(source, offset, 'there is a second root element')
    rootSeen = true
    if (open.length >= 100) fail(source, offset, 'elements are nested more than 100 levels deep')
    const selfClosing = rest.endsWith('/')
    const attributes = readAttributes(selfClosing ? rest.slice(0, -1) : rest, source, offset)
    events.push({ kind: 'open', name, attributes, selfClosing })
    if (!selfClosing) open.push(name)
  }

  function closeElement(name: string, rest: string, offset: number) {
    const expected = open.pop()
    if (rest.trim() !== '') fail(source, offset, `</${name}> contains extra text`)
    if (expected === undefined) fail(source, offset, `</${name}> has no opening tag`)
    if (expected !== name) fail(source, offset, `expected </${expected}> but found </${name}>`)
    events.push({ kind: 'close', name })
  }
}

function readAttributes(text: string, source: string, offset: number): Record<string, string> {
  const attributes: Record<string, string> = {}
  const left = text.replace(
    /\s+([\p{L}_][\p{L}\p{N}_.:-]*)\s*=\s*(?:"([^"]*)"|'([^']*)')/gu,
    (_, name: string, double?: string, single?: string) => {
      if (Object.hasOwn(attributes, name))
        fail(source, offset, `the attribute ${name} appears twice`)
      attributes[name] = decode(double ?? single ?? '', source, offset)
      return ''
    },
  )
  if (left.trim() !== '')
    fail(source, offset, `“${left.trim().slice(0, 30)}” is not an attribute with a quoted value`)
  return attributes
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function decode(raw: string, source: string, offset: number): string {
  return raw.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));|&/gi,
    (all, decimal, hex, name, at) => {
      const point = decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16)
      if (name !== undefined && Object.hasOwn(entities, name)) return entities[name] ?? ''
      if (point > 0 && point <= 0x10ffff && !(point >= 0xd800 && point <= 0xdfff)) {
        return String.fromCodePoint(point)
      }
      return fail(source, offset + at, `“${all}” is not a known entity; to write “&”, use &amp;`)
    },
  )
}

function fail(source: string, offset: number, what: string): never {
  const before = source.slice(0, offset).split('\n')
  const column = (before.at(-1)?.length ?? 0) + 1
  const place = `line ${before.length}, column ${column}`
  throw new EngineError('bad_ssml', `The SSML cannot be read at ${place}: ${what}.`, {
    field: 'text',
  })
}
