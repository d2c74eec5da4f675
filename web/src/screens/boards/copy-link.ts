import { complain, say } from '../../ui/toasts.tsx'

/** An address of the console into the clipboard. */
export async function copyLink(path: string): Promise<void> {
  const url = new URL(path, location.origin).href
  try {
    await navigator.clipboard.writeText(url)
    say('The link is copied.')
  } catch {
    // Browsers refuse where the page is not served over HTTPS.
    complain(`The browser does not let us copy. The link is ${url}`)
  }
}
