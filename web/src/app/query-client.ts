import { AtelierError } from '@atelier/sdk'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { complain } from '../ui/toasts.tsx'
import { isWorkspaceChosen, openWorkspace } from './api.ts'

let onSignedOut = () => {}

/** Sets the handler for an expired session. */
export function whenSignedOut(then: () => void): void {
  onSignedOut = then
}

function noticeRefusal(error: unknown): boolean {
  if (!(error instanceof AtelierError)) return false
  if (error.status === 401) onSignedOut()
  // The last opened workspace no longer exists, or this person lost access to it.
  else if (error.code === 'workspace_forbidden' && isWorkspaceChosen()) openWorkspace(undefined)
  else return false
  return true
}

/** Queries stay cached until an event makes them stale. The API client itself retries. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noticeRefusal }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _context, mutation) => {
      // A mutation with its own error display shows the error there.
      if (!noticeRefusal(error) && !mutation.meta?.showsErrors) complain(writeMessage(error))
    },
  }),
  defaultOptions: {
    // Being offline is an error like an unreachable server; nothing is queued silently.
    queries: { staleTime: 60_000, retry: false, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
})

/** `settings.due_date` is "Due date" to a person. */
function writeLabel(path: string): string {
  const name = path.split('.').findLast((part) => !/^\d+$/.test(part)) ?? path
  const words = name.replaceAll('_', ' ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

export function writeMessage(error: unknown): string {
  if (error instanceof AtelierError) {
    const { status, detail, requestId, errors } = error
    const [first] = errors
    if (status === 400 && first?.path) return `${writeLabel(first.path)} ${first.message}.`
    // The server's operator can find the request by its id.
    return status >= 500 && requestId ? `${detail} Request ${requestId}.` : detail
  }
  if (error instanceof Error && error.name === 'ConnectionError') {
    return 'The server is not responding. Check your connection and try again.'
  }
  return error instanceof Error ? error.message : String(error)
}
