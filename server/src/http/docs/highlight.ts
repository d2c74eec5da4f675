import { escapeHtml } from '../../lib/escape-html.ts'

const strings = /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`/.source
const numbers = /\b\d[\d_.]*\b/.source
/** In a shell, a number is a whole word: not a part of a URL, a path or a version. */
const wholeNumbers = /(?<=^|[\s=])\d[\d_.]*(?=\s|$)/.source

const script = grammar(
  String.raw`\/\/[^\n]*|\/\*[\s\S]*?\*\/`,
  'as async await break case catch class const continue default do else export extends finally for from function if import in instanceof interface let new null of return switch throw true false try type typeof undefined var void while yield',
)
const shell = grammar(
  String.raw`(?<=^|\s)#[^\n]*`,
  'case do done elif else esac export fi for function if in local return then until while',
  wholeNumbers,
)
const python = grammar(
  '#[^\\n]*',
  'and as assert async await break class continue def del elif else except False finally for from global if import in is lambda None not or pass raise return True try while with yield',
)
const json = grammar('(?!)', 'true false null')
const sql = grammar(
  '--[^\\n]*',
  'alter add column create default drop from index insert into not null on or select set table update where',
)

const grammars: Record<string, RegExp> = { js: script, ts: script, sh: shell, python, json, sql }

function grammar(comments: string, words: string, number = numbers): RegExp {
  const word = String.raw`(?<![\w$.-])(?:${words.replaceAll(' ', '|')})(?![\w-])`
  return new RegExp(
    `(?<comment>${comments})|(?<string>${strings})|(?<number>${number})|(?<word>${word})`,
    'gm',
  )
}

/** Marks comments, strings, numbers and keywords. Other languages are only escaped. */
export function highlight(code: string, info: string): string {
  const pattern = grammars[info.split(/\s/, 1)[0] ?? '']
  if (!pattern) return escapeHtml(code)
  let html = ''
  let end = 0
  for (const { 0: text, index, groups = {} } of code.matchAll(pattern)) {
    const kind = Object.keys(groups).find((name) => groups[name] !== undefined)
    html += `${escapeHtml(code.slice(end, index))}<span class="${kind}">${escapeHtml(text)}</span>`
    end = index + text.length
  }
  return html + escapeHtml(code.slice(end))
}
