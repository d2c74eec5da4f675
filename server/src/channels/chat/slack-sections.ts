import { wholeCharacters } from '../../lib/cut-text.ts'

export interface SectionLimits {
  sectionLength: number
  maxSections: number
  /** The text at the end if not everything fits. */
  ending: string
}

const fence = '```'
/** Space to close and reopen a code block that continues in the next section, plus line breaks. */
const fenceRoom = 2 * (fence.length + 1) + 1

/** Cuts mrkdwn into sections, between paragraphs if possible, and never within a link. */
export function cutIntoSections(text: string, limits: SectionLimits): string[] {
  const { sectionLength, maxSections, ending } = limits
  const room = sectionLength - fenceRoom
  const sections: string[] = []
  let rest = text.trim()
  while (rest.length > room && sections.length < maxSections - 1) {
    const end = placeToBreak(rest, room)
    sections.push(rest.slice(0, end).trimEnd())
    rest = rest.slice(end).trimStart()
  }
  const isWhole = rest.length <= room
  const last = isWhole ? rest : rest.slice(0, placeToBreak(rest, room - ending.length)).trimEnd()
  const closed = withClosedFences([...sections, last])
  if (isWhole) return closed
  const endsInCode = closed.at(-1)?.endsWith(fence)
  return [...closed.slice(0, -1), `${closed.at(-1)}${endsInCode ? '\n' : ''}${ending}`]
}

function placeToBreak(text: string, room: number): number {
  const head = text.slice(0, room)
  const places = [
    { at: head.lastIndexOf('\n\n'), notBefore: room * 0.5 },
    { at: head.lastIndexOf('\n'), notBefore: room * 0.7 },
    { at: head.search(/\s\S*$/), notBefore: room * 0.8 },
  ]
  const good = places.find(({ at, notBefore }) => at > notBefore)
  return outsideOfMarkup(text, good?.at ?? wholeCharacters(text, room).length)
}

/** The position itself, or the start of the link or escaped character that contains it. */
function outsideOfMarkup(text: string, place: number): number {
  const before = text.slice(0, place)
  // Every < and > outside a link is escaped, except the > of a quote, which precedes any link in
  // its line.
  const link = before.lastIndexOf('<')
  if (link > before.lastIndexOf('>') && link > 0) return link
  const escaped = /&[a-z]{0,3}$/.exec(before)
  return escaped && escaped.index > 0 ? escaped.index : place
}

/** Code blocks cannot be nested, so an odd number of fences means that the last one is open. */
function withClosedFences(sections: string[]): string[] {
  let isOpen = false
  return sections.map((section) => {
    const begun = isOpen ? `${fence}\n${section}` : section
    isOpen = (begun.split(fence).length - 1) % 2 === 1
    return isOpen ? `${begun}\n${fence}` : begun
  })
}
