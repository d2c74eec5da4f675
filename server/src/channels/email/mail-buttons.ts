import { escapeHtml } from './clean-text.ts'
import { colours, styles } from './mail-style.ts'

export interface Button {
  label: string
  url: string
}

const layout = 'role="presentation" cellpadding="0" cellspacing="0" border="0"'

/** The primary button. The link has the padding, so the whole button is clickable. */
export function mainButton(button: Button): string {
  return `<table ${layout} class="at-wide" style="margin:26px 0 0"><tr>${filled(button)}</tr></table>`
}

/** Two buttons side by side, the first one filled. On a phone they stack. */
export function twoButtons(first: Button, second: Button): string {
  return `<table ${layout} class="at-wide" style="margin:26px 0 0"><tr>
<td class="at-cell"><table ${layout} class="at-wide"><tr>${filled(first)}</tr></table></td>
<td class="at-gap" width="12" style="width:12px">&nbsp;</td>
<td class="at-cell"><table ${layout} class="at-wide"><tr>${outlined(second)}</tr></table></td>
</tr></table>`
}

/** Answers of equal weight, stacked. */
export function choiceButtons(buttons: Button[]): string {
  const rows = buttons.map(
    (button) =>
      `<table ${layout} width="100%" style="margin:0 0 10px"><tr>${outlined(button)}</tr></table>`,
  )
  return `<div style="padding-top:12px">${rows.join('\n')}</div>`
}

/** A link with less emphasis than the buttons above it. */
export function quietLink({ label, url }: Button): string {
  return `<p style="margin:20px 0 0;font-size:15px;line-height:24px"><a class="at-link" href="${escapeHtml(url)}" target="_blank" rel="noopener noreferrer" dir="auto" style="${styles.content};${styles.link}">${escapeHtml(label)}</a></p>`
}

function filled({ label, url }: Button): string {
  return `<td class="at-fill" align="center" bgcolor="${colours.light.button}" style="${styles.button}"><a class="at-fill at-on" href="${escapeHtml(url)}" target="_blank" rel="noopener noreferrer" style="${styles.buttonLink}"><span dir="auto">${escapeHtml(label)}</span></a></td>`
}

function outlined({ label, url }: Button): string {
  return `<td class="at-open" align="center" bgcolor="${colours.light.card}" style="${styles.choice}"><a class="at-choice" href="${escapeHtml(url)}" target="_blank" rel="noopener noreferrer" style="${styles.choiceLink}"><span dir="auto">${escapeHtml(label)}</span></a></td>`
}
