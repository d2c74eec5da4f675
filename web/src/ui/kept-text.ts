const prefix = 'typed '

/** Identifies an input on the page; another URL is another place. */
export function placeOf(label: string): string {
  return `${prefix}${location.pathname} ${label}`
}

/** The text typed here before this tab left the page, for example to sign in again. */
export function keptText(place: string): string {
  return sessionStorage.getItem(place) ?? ''
}

export function keepText(place: string, text: string): void {
  if (text === '') sessionStorage.removeItem(place)
  else sessionStorage.setItem(place, text)
}

/** Deletes drafts when a person signs out or switches to another workspace. */
export function forgetTexts(): void {
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(prefix)) sessionStorage.removeItem(key)
  }
}
