import { AtelierError } from '@atelier/sdk'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { complain } from '../ui/toasts.tsx'
import { isWorkspaceChosen, openWorkspace } from './api.ts'

let onSignedOut = () => {}

/** What happens when the server no longer knows the session. */
export function whenSignedOut(then: () => void): void {
  onSignedOut = then
}

function noticeRefusal(error: unknown): boolean {
  if (!(error instanceof AtelierError)) return false
  if (error.status === 401) onSignedOut()
  // The workspace that was open last is not there any more, or not for this person.
  else if (error.code === 'workspace_forbidden' && isWorkspaceChosen()) openWorkspace(undefined)
  else return false
  return true
}

/** Reads stay until an event says that they are stale; the client itself tries again. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noticeRefusal }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _context, mutation) => {
      // Whoever has a place for its errors shows them there.
      if (!noticeRefusal(error) && !mutation.meta?.showsErrors) complain(messageOf(error))
    },
  }),
  defaultOptions: {
    // Without a network the same happens as without a server: it is told, and nothing waits in secret.
    queries: { staleTime: 60_000, retry: false, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
})

/** What to tell a person of a failure. */
export function messageOf(error: unknown): string {
  if (error instanceof AtelierError) {
    const { status, detail, requestId } = error
    // Whoever looks after the server finds it by its id.
    return status >= 500 && requestId ? `${detail} Request ${requestId}.` : detail
  }
  if (error instanceof Error && error.name === 'ConnectionError') {
    return 'The server does not answer. Nothing was changed as far as we know.'
  }
  return error instanceof Error ? error.message : String(error)
}
