import { escapeHtml } from '../../lib/escape-html.ts'

const words = {
  js: 'as async await break case catch class const continue default do else export extends finally for from function if import in instanceof interface let new null of return static switch throw true false try type typeof undefined var void while yield',
  py: 'and as assert async await break class continue def del elif else except False finally for from global if import in is lambda None nonlocal not or pass raise return True try while with yield',
  sh: 'case do done elif else esac export fi for function if in local return then until while',
  json: 'true false null',
  sql: 'alter add column create default drop from index insert into not null on or select set table update where',
} as const

const languages: Record<string, keyof typeof words> = {
  ts: 'js',
  tsx: 'js',
  js: 'js',
  jsx: 'js',
  py: 'py',
  python: 'py',
  sh: 'sh',
  bash: 'sh',
  json: 'json',
  sql: 'sql',
}

const comments: Record<keyof typeof words, string> = {
  js: String.raw`\/\/[^\n]*|\/\*[\s\S]*?\*\/`,
  py: '#[^\\n]*',
  sh: '(?<=^|\\s)#[^\\n]*',
  json: '(?!)',
  sql: '--[^\\n]*',
}

const strings = String.raw`"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|${'`'}(?:\\.|[^${'`'}\\])*${'`'}`

/** In a shell, a number is a whole word: not a part of a URL, a path or a version. */
const numbers = (language: string) =>
  language === 'sh' ? String.raw`(?<=^|[\s=])\d[\d_.]*(?=\s|$)` : String.raw`\b\d[\d_.]*\b`

/** Marks comments, strings, numbers and keywords. Other languages are only escaped. */
export function highlight(code: string, info: string): string {
  const language = languages[info.split(/\s/, 1)[0] ?? '']
  if (!language) return escapeHtml(code)
  const keywords = words[language].split(' ').join('|')
  const pattern = new RegExp(
    `(?<comment>${comments[language]})|(?<string>${strings})|(?<number>${numbers(language)})|(?<word>(?<![\\w$.-])(?:${keywords})(?![\\w-]))`,
    'gm',
  )
  let html = ''
  let end = 0
  for (const match of code.matchAll(pattern)) {
    const [kind] = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined) ?? []
    html += escapeHtml(code.slice(end, match.index))
    html += `<span class="${kind}">${escapeHtml(match[0])}</span>`
    end = match.index + match[0].length
  }
  return html + escapeHtml(code.slice(end))
}
