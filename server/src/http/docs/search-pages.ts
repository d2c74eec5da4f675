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

/** Pages about how Atelier is made: shown after those about how it is used. */
const isBackground = (path: string) => /^\/docs\/(decisions|promises|changelog)\b/.test(path)

interface Entry {
  result: Omit<SearchResult, 'excerpt'>
  text: string
  lowerTitle: string
  lowerHeading: string
  lowerText: string
}

/** Words of questions that say nothing about the subject. */
const fillers = new Set(
  'a an and are be can do does for how i in is it my of on or the to what with'.split(' '),
)

/**
 * Searches all sections, for those that contain the most words of the query. Titles and headings
 * count more than text.
 */
export function buildSearch(pages: SearchablePage[]): (query: string) => SearchResult[] {
  const entries = pages.flatMap(entriesOf)
  return (query) => {
    const words = wordsOf(query)
    const found = entries.map((entry) => ({ entry, ...matchOf(entry, words) }))
    const most = Math.max(...found.map(({ matched }) => matched))
    if (most === 0) return []
    return found
      .filter(({ matched }) => matched === most)
      .sort((a, b) => b.score - a.score)
      .slice(0, maxResults)
      .map(({ entry }) => ({ ...entry.result, excerpt: excerptOf(entry, words) }))
  }
}

function wordsOf(query: string): string[] {
  const all = query
    .slice(0, maxQueryCharacters)
    .toLowerCase()
    .split(/[\s?!,;]+/)
    .filter(Boolean)
  const telling = all.filter((word) => !fillers.has(word))
  return (telling.length > 0 ? telling : all).slice(0, maxWords)
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

function matchOf(entry: Entry, words: string[]): { matched: number; score: number } {
  const scores = words.map((word) => {
    const inHeading = wordScore(entry.lowerHeading, word) * 12
    const inTitle = wordScore(entry.lowerTitle, word) * 6
    return inHeading + inTitle + wordScore(entry.lowerText, word)
  })
  return {
    matched: scores.filter((score) => score > 0).length,
    score:
      scores.reduce((sum, score) => sum + score, 0) * (isBackground(entry.result.path) ? 0.5 : 1),
  }
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
