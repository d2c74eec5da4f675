/** Emails need libraries that take 250 ms to load, so they load with the first email. */
export const mailWriter = () => import('./compose-mail.ts')

export const accountMailWriter = () => import('./compose-account-mail.ts')

export const markdownRenderer = () => import('./render-markdown.ts')
