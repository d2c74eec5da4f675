const prefix = 'typed '

/** Where on the page something is typed; another address is another place. */
export function placeOf(label: string): string {
  return `${prefix}${location.pathname} ${label}`
}

/** What was typed there before this tab had to leave the page, such as to sign in again. */
export function keptText(place: string): string {
  return sessionStorage.getItem(place) ?? ''
}

export function keepText(place: string, text: string): void {
  if (text === '') sessionStorage.removeItem(place)
  else sessionStorage.setItem(place, text)
}

/** Whoever signs out, or goes to another workspace, takes their words along. */
export function forgetTexts(): void {
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(prefix)) sessionStorage.removeItem(key)
  }
}
