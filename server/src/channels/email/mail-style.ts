/**
 * Light and dark colours of an email. Every pair of text and background has a contrast of at least
 * 4.5.
 */
export const colours = {
  light: {
    page: '#f4f5f7',
    card: '#ffffff',
    line: '#e4e6eb',
    tint: '#f6f7f9',
    heading: '#16181d',
    text: '#2f343e',
    quiet: '#626975',
    edge: '#c3c8d1',
    link: '#4a4bc7',
    button: '#5253d4',
    onButton: '#ffffff',
  },
  dark: {
    page: '#0e0f12',
    card: '#191b20',
    line: '#32363f',
    tint: '#22252c',
    heading: '#f3f4f7',
    text: '#d5d8df',
    quiet: '#9da3af',
    edge: '#4d535f',
    link: '#a9abff',
    button: '#5d5fde',
    onButton: '#ffffff',
  },
} as const

const fonts =
  "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Helvetica Neue',Arial,'Noto Sans',sans-serif"
const codeFonts = "ui-monospace,SFMono-Regular,Menlo,Consolas,'Liberation Mono',monospace"

const { light, dark } = colours

/** A long word, such as a URL, breaks instead of widening the card. */
const breaks = 'overflow-wrap:break-word;word-break:break-word'

/** Inline styles, because some clients ignore everything else. */
export const styles = {
  page: `margin:0;padding:0;width:100%;background-color:${light.page};-webkit-text-size-adjust:100%;-ms-text-size-adjust:100%`,
  card: `background-color:${light.card};border:1px solid ${light.line};border-radius:12px`,
  sender: `font:600 14px/20px ${fonts};color:${light.heading};${breaks}`,
  senderPlace: `font:400 13px/16px ${fonts};color:${light.quiet};${breaks}`,
  badge: `width:36px;height:36px;border-radius:8px;background-color:${light.button};color:${light.onButton};font:600 16px/36px ${fonts};text-align:center`,
  title: `margin:0;font:600 22px/30px ${fonts};letter-spacing:-0.2px;color:${light.heading};${breaks}`,
  content: `font:400 15px/24px ${fonts};color:${light.text};${breaks}`,
  note: `margin:0;font:400 13px/20px ${fonts};color:${light.quiet}`,
  footer: `margin:0 0 8px;font:400 12px/19px ${fonts};color:${light.quiet};${breaks}`,
  footerLink: `color:${light.quiet};text-decoration:underline`,
  link: `color:${light.link};text-decoration:underline`,
  digestTitle: `margin:0 0 4px;font:600 16px/23px ${fonts};color:${light.heading};${breaks}`,
  digestLine: `border-top:1px solid ${light.line}`,
  button: `border-radius:8px;background-color:${light.button};mso-padding-alt:13px 24px`,
  buttonLink: `display:block;padding:12px 24px;border:1px solid ${light.button};border-radius:8px;font:600 15px/22px ${fonts};color:${light.onButton};text-align:center;text-decoration:none;mso-padding-alt:0;${breaks}`,
  choice: `border-radius:8px;background-color:${light.card};mso-padding-alt:13px 24px`,
  choiceLink: `display:block;padding:12px 24px;border:1px solid ${light.edge};border-radius:8px;font:600 15px/22px ${fonts};color:${light.heading};text-align:center;text-decoration:none;mso-padding-alt:0;${breaks}`,
}

/** The styles of a rendered body; `start` is the side where its lines begin. */
export function bodyStyles(start: 'left' | 'right'): Record<string, string> {
  const cell = `padding:8px 12px;border-bottom:1px solid ${light.line};vertical-align:top;word-break:normal;overflow-wrap:normal`
  const small = `margin:24px 0 8px;color:${light.heading}`
  return {
    p: 'margin:0 0 16px',
    h2: `margin:32px 0 12px;font:600 18px/26px ${fonts};color:${light.heading}`,
    h3: `margin:28px 0 8px;font:600 16px/24px ${fonts};color:${light.heading}`,
    h4: `${small};font:600 15px/24px ${fonts}`,
    h5: `${small};font:600 15px/24px ${fonts}`,
    h6: `${small};font:600 15px/24px ${fonts}`,
    ul: `margin:0 0 16px;padding:0;padding-${start}:24px`,
    ol: `margin:0 0 16px;padding:0;padding-${start}:28px`,
    'ul within': `margin:6px 0 0;padding:0;padding-${start}:24px`,
    'ol within': `margin:6px 0 0;padding:0;padding-${start}:28px`,
    li: 'margin:0 0 6px',
    blockquote: `margin:0 0 16px;padding:2px 16px;border-${start}:3px solid ${light.line};color:${light.quiet}`,
    pre: `margin:0 0 16px;padding:14px 16px;background-color:${light.tint};border:1px solid ${light.line};border-radius:8px;font:13px/20px ${codeFonts};color:${light.text};white-space:pre-wrap;text-align:left`,
    code: `padding:1px 5px;border-radius:4px;background-color:${light.tint};font-family:${codeFonts};font-size:13px`,
    'code within': `font-family:${codeFonts};font-size:13px`,
    table: `width:100%;border-collapse:collapse;font-size:14px;line-height:21px;border-top:1px solid ${light.line}`,
    th: `${cell};font-weight:600;color:${light.heading};background-color:${light.tint};text-align:${start}`,
    td: `${cell};text-align:${start}`,
    a: styles.link,
    hr: `margin:24px 0;border:0;border-top:1px solid ${light.line}`,
  }
}

const night: [selector: string, rule: string][] = [
  ['.at-page', `background-color:${dark.page}!important`],
  [
    '.at-card',
    `background-color:${dark.card}!important;border-color:${dark.line}!important;color:${dark.text}!important`,
  ],
  ['.at-head,.at-body h2,.at-body h3,.at-body h4,.at-body h5', `color:${dark.heading}!important`],
  ['.at-body,.at-body pre', `color:${dark.text}!important`],
  ['.at-quiet,.at-quiet a,.at-body blockquote', `color:${dark.quiet}!important`],
  ['.at-link,.at-body a', `color:${dark.link}!important`],
  ['.at-body pre,.at-body code', `background-color:${dark.tint}!important`],
  ['.at-body th', `background-color:${dark.tint}!important;color:${dark.heading}!important`],
  [
    '.at-body pre,.at-body th,.at-body td,.at-body table,.at-body hr,.at-body blockquote,.at-line',
    `border-color:${dark.line}!important`,
  ],
  ['.at-fill', `background-color:${dark.button}!important;border-color:${dark.button}!important`],
  ['.at-on', `color:${dark.onButton}!important`],
  ['.at-open', `background-color:${dark.card}!important`],
  ['.at-choice', `color:${dark.heading}!important;border-color:${dark.edge}!important`],
]

/** Inline styles cannot cover dark mode and phones. Outlook on the web marks what it darkens. */
export const styleSheet = [
  ':root{color-scheme:light dark;supported-color-schemes:light dark}',
  '@media (max-width:520px){.at-pad{padding-left:20px!important;padding-right:20px!important}.at-outer{padding:0!important}.at-card{border-radius:0!important;border-left:0!important;border-right:0!important}.at-cell{display:block!important;width:100%!important;padding:0 0 12px!important}.at-gap{display:none!important}.at-wide{width:100%!important}}',
  `@media (prefers-color-scheme:dark){${night.map(([on, rule]) => `${on}{${rule}}`).join('')}}`,
  ...night.map(([on, rule]) => `${outlook(on)}{${rule}}`),
].join('\n')

function outlook(selectors: string): string {
  return selectors
    .split(',')
    .map((selector) => `[data-ogsc] ${selector}`)
    .join(',')
}
