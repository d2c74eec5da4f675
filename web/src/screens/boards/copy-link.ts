import { buildLink } from '../../app/api.ts'
import { complain, say } from '../../ui/toasts.tsx'

/** Copies a console URL for people who may have another workspace open. */
export async function copyLink(path: string, workspaceId: number): Promise<void> {
  const url = buildLink(path, workspaceId)
  try {
    await navigator.clipboard.writeText(url)
    say('Link copied')
  } catch {
    // Browsers refuse if the page is not served over HTTPS.
    complain(`Your browser blocked copying. The link is ${url}`)
  }
}
