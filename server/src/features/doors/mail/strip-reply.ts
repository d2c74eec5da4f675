/** Lines that introduce the quoted original, in common clients and languages. */
const introductions = [
  /^(on|am|le|el|il|op|den|em)\b.{0,200}(wrote|schrieb|écrit|escribió|scritto|schreef|skrev|escreveu)\b.{0,100}:?\s*$/iu,
  /^-{2,}\s*(original message|ursprüngliche nachricht|message d'origine|forwarded message)\s*-{2,}/iu,
  /^_{10,}\s*$/,
  /^(from|von|de|da):\s.{1,200}@.{1,200}$/iu,
  /^\*?from:\*?\s/iu,
]
const signatures = [
  /^--\s?$/,
  /^(sent from my|gesendet von meinem|envoyé de mon|get outlook for)\b/iu,
]

const maxCharacters = 100_000

/** What the person wrote: without the quoted original and without the signature. */
export function stripReply(text: string): string {
  const lines = text.slice(0, maxCharacters).replaceAll('\r\n', '\n').split('\n')
  const kept: string[] = []
  for (const [at, line] of lines.entries()) {
    const trimmed = line.trim()
    // Long introductions are wrapped: "On Mon, 16 Nov 2026 at 10:00, Atelier\n<a@b> wrote:".
    const joined = `${trimmed} ${lines[at + 1]?.trim() ?? ''}`
    const isIntroduction = introductions.some((one) => one.test(trimmed))
    const isWrapped = /^(on|am|le)\b/iu.test(trimmed) && introductions[0]?.test(joined) === true
    if (isIntroduction || isWrapped || signatures.some((one) => one.test(trimmed))) break
    if (!trimmed.startsWith('>')) kept.push(line)
  }
  return kept.join('\n').trim()
}

const quoteStart =
  /<blockquote|<div[^>]{0,200}(?:gmail_quote|yahoo_quoted|moz-cite-prefix|divRplyFwdMsg)/i
const entities: [string, string][] = [
  ['&nbsp;', ' '],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&#39;', "'"],
  ['&amp;', '&'],
]

/** For mails without a text part. */
export function textOfHtml(html: string): string {
  const [own = ''] = html.slice(0, 4 * maxCharacters).split(quoteStart, 1)
  const text = withoutTags(own)
  return entities.reduce((plain, [entity, one]) => plain.replaceAll(entity, one), text).trim()
}

/** In one pass, so that no mail can make it slow. */
function withoutTags(html: string): string {
  const lower = html.toLowerCase()
  let text = ''
  for (let at = 0; at < html.length; ) {
    const open = html.indexOf('<', at)
    if (open < 0) return text + html.slice(at)
    text += html.slice(at, open)
    const close = html.indexOf('>', open)
    if (close < 0) return text
    const name = /^<\/?[a-z]{0,10}/.exec(lower.slice(open, open + 12))?.[0] ?? ''
    if (['<br', '</p', '</div', '</li', '</tr'].includes(name)) text += '\n'
    const isHidden = ['<style', '<script', '<head'].includes(name)
    const end = isHidden ? lower.indexOf(`</${name.slice(1)}`, close) : close
    if (end < 0) return text
    at = isHidden ? end : close + 1
  }
  return text
}
