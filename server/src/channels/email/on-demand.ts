/** Writing mails needs libraries that take a quarter of a second to load, so the first mail does. */
export const mailWriter = () => import('./compose-mail.ts')

export const accountMailWriter = () => import('./compose-account-mail.ts')

export const markdownRenderer = () => import('./render-markdown.ts')
