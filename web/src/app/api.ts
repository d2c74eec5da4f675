import { Atelier } from '@atelier/sdk'
import { forgetTexts } from '../ui/kept-text.ts'

const kept = 'atelier.workspace'

/** The word of an address that names a workspace, by id or slug: links from elsewhere carry it. */
const word = 'workspace'

/** What the address asks for wins; then what this tab has open; then what was open last. */
const asked = workspaceIn(location.search)
const chosen = sessionStorage.getItem(kept) ?? localStorage.getItem(kept) ?? undefined
let isChosen = asked === undefined && chosen !== undefined

/**
 * The one client of the console. Who asks is in a cookie that scripts cannot read; only which
 * workspace is open is kept here.
 */
export const api = new Atelier({ baseUrl: location.origin, organization: asked ?? chosen })

/** The workspace that an address names, if it names one. */
export function workspaceIn(search: string): string | undefined {
  return new URLSearchParams(search).get(word)?.trim().toLowerCase() || undefined
}

/** Whether this page was loaded for a workspace because its address named it. */
export function isAskedFor(workspace: string): boolean {
  return workspace === asked
}

/** Whether a workspace was chosen, rather than taken because it is the first. */
export function isWorkspaceChosen(): boolean {
  return isChosen
}

/** A tab stays in its workspace; a new one begins in the one that was open last. */
export function keepWorkspace(id: number): void {
  sessionStorage.setItem(kept, String(id))
  localStorage.setItem(kept, String(id))
  isChosen = true
}

/** Everything on the page is of one workspace, so another one is another page. */
export function openWorkspace(id: number | undefined): void {
  if (id !== undefined) keepWorkspace(id)
  else {
    sessionStorage.removeItem(kept)
    localStorage.removeItem(kept)
  }
  forgetTexts()
  location.assign('/')
}

/** What stands behind the question mark, without the word. */
export function withoutWorkspace(search: object): object {
  const { [word]: _, ...rest } = search as Record<string, unknown>
  return rest
}

/** An address of the console for somebody who may have another workspace open. */
export function linkTo(path: string, workspaceId: number): string {
  const url = new URL(path, location.origin)
  url.searchParams.set(word, String(workspaceId))
  return url.href
}
