/** First words of the console's addresses; `web/src/app/router.tsx` has a screen for each. */
export const consolePlaces = [
  'sign-in',
  'forgotten',
  'welcome',
  'join',
  'inbox',
  'threads',
  'studio',
  'assets',
  'boards',
  'tasks',
  'projects',
  'social',
  'speech',
  'workflows',
  'chat',
  'settings',
]

/** Of no workspace: people are not signed in there. */
const outside = ['sign-in', 'forgotten', 'welcome', 'join']

export interface ConsoleHome {
  publicUrl: string
  workspaceId: number
}

/**
 * The address of a page, which says which workspace it is of where it is one of the console's: the
 * reader may have another one open. The id says it, for the name in addresses may change. All other
 * addresses, and those that say it already, stay as they are.
 */
export function consoleLink(url: URL, { publicUrl, workspaceId }: ConsoleHome): string {
  const [, place = ''] = url.pathname.split('/')
  const isOurs = url.origin === new URL(publicUrl).origin
  const isInside = place === '' || (consolePlaces.includes(place) && !outside.includes(place))
  if (!isOurs || !isInside || url.searchParams.has('workspace')) return url.href
  const whole = new URL(url)
  // Not by searchParams, which would write all of the query anew.
  whole.search += `${url.search === '' ? '?' : '&'}workspace=${workspaceId}`
  return whole.href
}
