import type { PageSection } from './render-page.ts'

export interface SearchablePage {
  path: string
  title: string
  sections: PageSection[]
}

export interface SearchResult {
  path: string
  /** The title of the page. */
  title: string
  /** The heading of the section; empty for the beginning of the page. */
  heading: string
  excerpt: string
}

const maxQueryCharacters = 100
const maxWords = 6
const maxResults = 20
const excerptCharacters = 160

interface Entry {
  result: Omit<SearchResult, 'excerpt'>
  text: string
  lowerTitle: string
  lowerHeading: string
  lowerText: string
}

/** Searches all sections. Every word must occur; titles and headings count more than text. */
export function buildSearch(pages: SearchablePage[]): (query: string) => SearchResult[] {
  const entries = pages.flatMap(entriesOf)
  return (query) => {
    const words = query
      .slice(0, maxQueryCharacters)
      .toLowerCase()
      .split(/\s+/)
      .filter(Boolean)
      .slice(0, maxWords)
    if (words.length === 0) return []
    return entries
      .map((entry) => ({ entry, score: scoreOf(entry, words) }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, maxResults)
      .map(({ entry }) => ({ ...entry.result, excerpt: excerptOf(entry, words) }))
  }
}

function entriesOf({ path, title, sections }: SearchablePage): Entry[] {
  return sections.map(({ heading, text }) => {
    const isStart = heading === undefined || heading.level === 1
    return {
      result: {
        path: isStart ? path : `${path}#${heading.id}`,
        title,
        heading: isStart ? '' : heading.text,
      },
      text,
      lowerTitle: title.toLowerCase(),
      lowerHeading: isStart ? title.toLowerCase() : heading.text.toLowerCase(),
      lowerText: text.toLowerCase(),
    }
  })
}

function scoreOf(entry: Entry, words: string[]): number {
  let score = 0
  for (const word of words) {
    const inHeading = wordScore(entry.lowerHeading, word) * 12
    const inTitle = wordScore(entry.lowerTitle, word) * 6
    const inText = wordScore(entry.lowerText, word)
    if (inHeading + inTitle + inText === 0) return 0
    score += inHeading + inTitle + inText
  }
  return score
}

/** 2 if a word begins with it, 1 if it only occurs inside words. */
function wordScore(text: string, word: string): number {
  const at = text.indexOf(word)
  if (at === -1) return 0
  return at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1] as string) ? 2 : 1
}

function excerptOf({ text, lowerText }: Entry, words: string[]): string {
  const at = Math.max(0, ...words.map((word) => lowerText.indexOf(word)))
  const start = at < excerptCharacters / 2 ? 0 : text.lastIndexOf(' ', at - 40) + 1
  const part = text.slice(start, start + excerptCharacters).trim()
  const before = start > 0 ? '…' : ''
  return `${before}${part}${start + excerptCharacters < text.length ? '…' : ''}`
}
