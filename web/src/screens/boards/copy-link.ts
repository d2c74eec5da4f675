import { linkTo } from '../../app/api.ts'
import { complain, say } from '../../ui/toasts.tsx'

/** Copies a console URL for people who may have another workspace open. */
export async function copyLink(path: string, workspaceId: number): Promise<void> {
  const url = linkTo(path, workspaceId)
  try {
    await navigator.clipboard.writeText(url)
    say('The link is copied.')
  } catch {
    // Browsers refuse if the page is not served over HTTPS.
    complain(`The browser does not let us copy. The link is ${url}`)
  }
}
