import { programFile } from '../../lib/installation.ts'
import { type TextFormat, workOnText } from '../../lib/texts/work-on-text.ts'
import { readBeginning } from '../../platform/safe-fetch/read-beginning.ts'
import type { SafeFetch } from '../../platform/safe-fetch/safe-fetch.ts'

/** What networks show below a post about the page that it links to. */
export interface LinkCard {
  title: string
  description: string
}

const maxPageBytes = 50 * 1024 ** 2
/** The head of a page is at its beginning. */
const maxHeadBytes = 512 * 1024
const timeoutMs = 8000

const pages: TextFormat<string, LinkCard | undefined> = {
  program: programFile('server/src/channels/social/link-card-thread.ts'),
  load: () => import('./link-card-thread.ts'),
  // They take at most about 5 ms.
  maxQuickSize: 4_000,
  // Half a megabyte of ordinary tags takes a tenth of a second.
  maxSeconds: 5,
}

/**
 * Reads a page's card; undefined if the page is not HTML, has no title or takes too long to read.
 * Throws FetchRefused.
 */
export async function readLinkCard(
  safeFetch: SafeFetch,
  workspaceId: number,
  url: string,
): Promise<LinkCard | undefined> {
  const page = await safeFetch(url, {
    headers: { accept: 'text/html' },
    maxBytes: maxPageBytes,
    timeoutMs,
  })
  if (!/html/i.test(page.headers['content-type'] ?? '')) {
    page.stream.destroy()
    return undefined
  }
  const html = await readBeginning(page.stream, maxHeadBytes)
  return workOnText(pages, { workspaceId, size: html.length }, html)
}
