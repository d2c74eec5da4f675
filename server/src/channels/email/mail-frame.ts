import { escapeHtml, findDirection, shorten } from './clean-text.ts'
import { colours, styleSheet, styles } from './mail-style.ts'
import { textWidth, underlined, wrap } from './wrap-text.ts'

export interface Frame {
  /** The text that clients show after the subject in their lists. */
  preview: string
  title: string
  sender: string
  /** The line below the sender: the workspace and the type of email. */
  place: string
  /** HTML, created only by functions of this folder. */
  content: string
  footer: { text: string; links: { label: string; url: string }[] }
}

const layout = 'role="presentation" cellpadding="0" cellspacing="0" border="0"'
// Outlook for Windows does not support max-width, so the card is in a 600-pixel table there.
const outlookOpen = `<!--[if mso]><table ${layout} width="600" align="center"><tr><td><![endif]-->`
const outlookClose = '<!--[if mso]></td></tr></table><![endif]-->'

/** The layout around the content: a card with sender, title and body, and the footer below it. */
export function mailFrame({ preview, title, sender, place, content, footer }: Frame): string {
  return `<!doctype html>
<html lang="en" dir="ltr">
${head(title)}
<body class="at-page" style="${styles.page}">
<div role="article" aria-roledescription="email" lang="en">
${previewText(preview)}
<table ${layout} width="100%" class="at-page" bgcolor="${colours.light.page}" style="background-color:${colours.light.page}">
<tr><td align="center" class="at-outer" style="padding:32px 12px">
${outlookOpen}
<table ${layout} width="100%" style="max-width:600px;table-layout:fixed">
<tr><td class="at-card at-pad" bgcolor="${colours.light.card}" dir="${findDirection(title)}" style="padding:32px 40px 36px;${styles.card}">
${senderLine(sender, place)}
<h1 class="at-head" dir="auto" style="${styles.title}">${escapeHtml(title)}</h1>
${content}
</td></tr>
<tr><td class="at-pad at-quiet" align="left" style="padding:24px 40px 8px">
${footerLines(footer)}
</td></tr>
</table>
${outlookClose}
</td></tr>
</table>
</div>
</body>
</html>
`
}

function head(title: string): string {
  return `<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">
<meta name="x-apple-disable-message-reformatting">
<title>${escapeHtml(title)}</title>
<style>
${styleSheet}
</style>
</head>`
}

/** Hidden. The padding after it keeps clients from adding the start of the card to the preview. */
function previewText(text: string): string {
  const line = shorten(text.replace(/\s+/g, ' ').trim(), 140)
  const blanks = '&#847;&zwnj;&nbsp;'.repeat(40)
  return `<div style="display:none;max-height:0;max-width:0;overflow:hidden;opacity:0;font-size:1px;line-height:1px;color:${colours.light.page};mso-hide:all">${escapeHtml(line)}${blanks}</div>`
}

function senderLine(sender: string, place: string): string {
  const initial = /[\p{L}\p{N}]/u.exec(sender)?.[0].toUpperCase() ?? '•'
  return `<table ${layout} style="margin:0 0 24px">
<tr><td class="at-fill at-on" width="36" height="36" align="center" valign="middle" bgcolor="${colours.light.button}" style="${styles.badge}" aria-hidden="true">${escapeHtml(initial)}</td>
<td width="12" style="width:12px">&nbsp;</td>
<td valign="middle"><div class="at-head" dir="auto" style="${styles.sender}">${escapeHtml(sender)}</div><div class="at-quiet" dir="auto" style="${styles.senderPlace}">${escapeHtml(place)}</div></td></tr>
</table>`
}

function footerLines({ text, links }: Frame['footer']): string {
  const parts = links.map(
    ({ label, url }) =>
      `<a href="${escapeHtml(url)}" target="_blank" rel="noopener noreferrer" style="${styles.footerLink}">${escapeHtml(label)}</a>`,
  )
  const said = `<p class="at-quiet" dir="auto" style="${styles.footer}">${escapeHtml(text)}</p>`
  if (parts.length === 0) return said
  return `${said}
<p class="at-quiet" style="${styles.footer}">${parts.join(' &nbsp;·&nbsp; ')}</p>`
}

/** The same layout as plain text. */
export function textFrame({
  title,
  parts,
  footer,
}: Pick<Frame, 'title' | 'footer'> & { parts: string[] }): string {
  const links = footer.links.map(({ label, url }) => `${label}: ${url}`)
  const blocks = [
    underlined(wrap(title, textWidth), '=').join('\n'),
    ...parts,
    ['-'.repeat(40), ...wrap(footer.text, textWidth), ...links].join('\n'),
  ]
  return `${blocks.join('\n\n')}\n`
}
