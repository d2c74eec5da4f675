/** The meaning of a part of the text, located by UTF-8 bytes. */
export interface Facet {
  index: { byteStart: number; byteEnd: number }
  features: Record<string, string>[]
}

const links = /(?<=^|[\s(])https?:\/\/[^\s<>"]+/gi
const mentions = /(?<=^|[\s(])@([a-z0-9][a-z0-9.-]*[a-z0-9])/gi
const hashtags = /(?<=^|\s)[#＃]([^\s#＃]+)/g
const longestTag = 64
/** Further mentions are not looked up. */
const maxMentions = 20

/**
 * The links, mentions and hashtags of a post. Bluesky renders them only if the post marks their
 * positions. A handle that cannot be resolved stays plain text.
 */
export async function findFacets(
  text: string,
  resolveHandle: (handle: string) => Promise<string | undefined>,
): Promise<Facet[]> {
  const facets = [...linkFacets(text), ...tagFacets(text)]
  const named = [...text.matchAll(mentions)].filter(([, handle]) => /\.[a-z]/i.test(handle ?? ''))
  for (const match of named.slice(0, maxMentions)) {
    const did = await resolveHandle(match[1] as string)
    if (!did) continue
    facets.push(facet(text, match.index, match[0], { $type: `${type}mention`, did }))
  }
  return facets.sort((a, b) => a.index.byteStart - b.index.byteStart)
}

const type = 'app.bsky.richtext.facet#'

function linkFacets(text: string): Facet[] {
  return findLinks(text).map(({ uri, at }) => facet(text, at, uri, { $type: `${type}link`, uri }))
}

/** The links of a text, without the punctuation that ends a sentence. */
export function findLinks(text: string): { uri: string; at: number }[] {
  return [...text.matchAll(links)]
    .map((match) => ({ uri: withoutPunctuation(match[0]), at: match.index }))
    .filter(({ uri }) => URL.canParse(uri))
}

function tagFacets(text: string): Facet[] {
  return [...text.matchAll(hashtags)].flatMap((match) => {
    const tag = (match[1] as string).replace(/(?<!\p{P})\p{P}+$/u, '')
    if (tag === '' || /^\d+$/.test(tag) || [...tag].length > longestTag) return []
    return [facet(text, match.index, `#${tag}`, { $type: `${type}tag`, tag })]
  })
}

function facet(text: string, at: number, shown: string, feature: Record<string, string>): Facet {
  const byteStart = Buffer.byteLength(text.slice(0, at))
  const byteEnd = byteStart + Buffer.byteLength(text.slice(at, at + shown.length))
  return { index: { byteStart, byteEnd }, features: [feature] }
}

/** A full stop after a link ends the sentence; a bracket opened before it is not part of it. */
function withoutPunctuation(link: string): string {
  let end = link.length
  for (; end > 0; end--) {
    const last = link[end - 1] as string
    if ('.,;:!?\'"…'.includes(last)) continue
    if (last === ')' && isUnopened(link.slice(0, end))) continue
    break
  }
  return link.slice(0, end)
}

function isUnopened(link: string): boolean {
  return link.split(')').length > link.split('(').length
}
