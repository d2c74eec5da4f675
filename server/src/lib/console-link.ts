/** First path segments of console URLs; `web/src/app/router.tsx` has a screen for each. */
export const consolePlaces = [
  'sign-in',
  'forgotten',
  'welcome',
  'join',
  'start',
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

/** These belong to no workspace, because people are not signed in there. */
const outside = ['sign-in', 'forgotten', 'welcome', 'join']

export interface ConsoleHome {
  publicUrl: string
  workspaceId: number
}

/**
 * Adds the workspace to a console URL, because the reader may have another workspace open. It uses
 * the id because the slug may change. All other URLs, and URLs that already name a workspace, stay
 * unchanged.
 */
export function consoleLink(url: URL, { publicUrl, workspaceId }: ConsoleHome): string {
  const [, place = ''] = url.pathname.split('/')
  const isOurs = url.origin === new URL(publicUrl).origin
  const isInside = place === '' || (consolePlaces.includes(place) && !outside.includes(place))
  if (!isOurs || !isInside || url.searchParams.has('workspace')) return url.href
  const whole = new URL(url)
  // `searchParams` would re-encode the whole query.
  whole.search += `${url.search === '' ? '?' : '&'}workspace=${workspaceId}`
  return whole.href
}
