import { Atelier } from '@atelier/sdk'

const kept = 'atelier.workspace'

/**
 * The one client of the console. Who asks is in a cookie that scripts cannot read; only which
 * workspace is open is kept here.
 */
export const api = new Atelier({
  baseUrl: location.origin,
  organization: localStorage.getItem(kept) ?? undefined,
})

/** Whether a workspace was chosen, rather than taken because it is the first. */
export function isWorkspaceChosen(): boolean {
  return localStorage.getItem(kept) !== null
}

/** Everything on the page is of one workspace, so another one is another page. */
export function openWorkspace(id: number | undefined): void {
  if (id === undefined) localStorage.removeItem(kept)
  else localStorage.setItem(kept, String(id))
  location.assign('/')
}
