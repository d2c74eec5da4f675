import { Atelier } from '@atelier/sdk'
import { fetchBeyondPage } from './send-on-leaving.ts'

const kept = 'atelier.workspace'

/** The search parameter that names a workspace by id or slug. External links contain it. */
const word = 'workspace'

/** The URL comes first, then the workspace open in this tab, then the last one opened. */
const asked = readWorkspace(location.search)
const chosen = sessionStorage.getItem(kept) ?? localStorage.getItem(kept) ?? undefined
let isChosen = asked === undefined && chosen !== undefined

/**
 * The console's only client. The session is in a cookie that scripts cannot read; only the open
 * workspace is stored here.
 */
export const api = new Atelier({
  baseUrl: location.origin,
  organization: asked ?? chosen,
  fetch: fetchBeyondPage,
})

/** The workspace that a URL names, if any. */
export function readWorkspace(search: string): string | undefined {
  return new URLSearchParams(search).get(word)?.trim().toLowerCase() || undefined
}

/** Whether this page was loaded for a workspace because its URL named it. */
export function isAskedFor(workspace: string): boolean {
  return workspace === asked
}

/** Whether a workspace was chosen, rather than defaulted to the first. */
export function isWorkspaceChosen(): boolean {
  return isChosen
}

/** A tab stays in its workspace; a new tab starts in the last one opened. */
export function keepWorkspace(id: number): void {
  sessionStorage.setItem(kept, String(id))
  localStorage.setItem(kept, String(id))
  isChosen = true
}

/** Everything on the page belongs to one workspace, so switching loads a new page. */
export function openWorkspace(id: number | undefined): void {
  if (id !== undefined) keepWorkspace(id)
  else {
    sessionStorage.removeItem(kept)
    localStorage.removeItem(kept)
  }
  location.assign('/')
}

/** The search parameters without the workspace. */
export function withoutWorkspace(search: object): object {
  const { [word]: _, ...rest } = search as Record<string, unknown>
  return rest
}

/** A console URL for people who may have another workspace open. */
export function buildLink(path: string, workspaceId: number): string {
  const url = new URL(path, location.origin)
  url.searchParams.set(word, String(workspaceId))
  return url.href
}
