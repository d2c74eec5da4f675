import type { QueryClient } from '@tanstack/react-query'

/** Browsers allow 64 KiB for all such requests together. A larger one fails, so only small ones get it. */
const maxBodyCharacters = 1024

/** A small change on its way is still sent if the page closes. */
export const fetchBeyondPage: typeof fetch = (url, init) => {
  const { method = 'GET', body } = init ?? {}
  const isSmall = !body || (typeof body === 'string' && body.length <= maxBodyCharacters)
  return fetch(url, method !== 'GET' && isSmall ? { ...init, keepalive: true } : init)
}

/**
 * When the page closes, sends the changes that wait for an earlier one of the same scope. The person
 * already sees them as done. They may overtake each other, which is better than losing them.
 */
export function sendQueueOnLeaving(client: QueryClient): void {
  addEventListener('pagehide', ({ persisted }) => {
    // The browser may show this page again; the queue then goes on.
    if (persisted) return
    for (const { state, options } of client.getMutationCache().getAll()) {
      if (!state.isPaused) continue
      const { mutationFn, mutationKey, meta } = options
      mutationFn?.(state.variables, { client, mutationKey, meta }).catch(() => {})
    }
  })
}
