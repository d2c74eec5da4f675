import type { LiveEvent, LiveState } from '@atelier/sdk'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { api } from './api.ts'
import { meQuery } from './session.ts'
import { staleAfter } from './stale-after.ts'

const eventListeners = new Set<(event: LiveEvent) => void>()
const stateListeners = new Set<() => void>()
let state: LiveState = 'connecting'

const gatherMs = 80
const askAgainMs = 5000

/** Follows what happens in the workspace: what it makes stale is read again, if it is on the page. */
export function followEvents(queryClient: QueryClient): () => void {
  const stale = new Map<string, QueryKey>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const refresh = () => {
    timer = undefined
    const keys = [...stale.values()]
    stale.clear()
    for (const queryKey of keys) void queryClient.invalidateQueries({ queryKey })
  }
  let wasLost = false
  const connect = (lastEventId?: number) =>
    api.live.connect({
      ...(lastEventId !== undefined && { lastEventId }),
      onEvent: (event) => {
        for (const listener of eventListeners) listener(event)
        for (const key of staleAfter(event)) stale.set(JSON.stringify(key), key)
        // Many come at once when an agent works; they are answered together.
        timer ??= setTimeout(refresh, gatherMs)
      },
      onGap: () => void queryClient.invalidateQueries(),
      onState: (now, reason) => {
        state = now
        for (const listener of stateListeners) listener()
        if (now === 'open' && wasLost) void readWhatFailed(queryClient)
        wasLost = now !== 'open' && (wasLost || now === 'waiting')
        if (now === 'closed' && reason !== undefined) void askWhoWeAre()
      },
    })
  let live = connect()
  let isLeft = false
  const connectAnew = () => {
    const { lastEventId } = live
    live.close()
    live = connect(lastEventId)
  }
  /** The server has sent us away: the session has ended, or what we may has changed. */
  const askWhoWeAre = async () => {
    try {
      await queryClient.fetchQuery({ ...meQuery, staleTime: 0 })
      if (!isLeft) connectAnew()
    } catch {
      // Whoever is signed out has been led away by now.
      if (!isLeft) setTimeout(() => isLeft || void askWhoWeAre(), askAgainMs)
    }
  }
  // It may be half a minute until the connection tries again by itself.
  const onOnline = () => state === 'waiting' && connectAnew()
  addEventListener('online', onOnline)
  return () => {
    isLeft = true
    removeEventListener('online', onOnline)
    clearTimeout(timer)
    live.close()
  }
}

/** What could not be read while the connection was lost. */
function readWhatFailed(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ predicate: ({ state: { status } }) => status === 'error' })
}

/** For screens that show an event itself, such as progress. */
export function useEvents(listener: (event: LiveEvent) => void): void {
  useEffect(() => {
    eventListeners.add(listener)
    return () => {
      eventListeners.delete(listener)
    }
  }, [listener])
}

export function useLiveState(): LiveState {
  return useSyncExternalStore(
    (listener) => {
      stateListeners.add(listener)
      return () => stateListeners.delete(listener)
    },
    () => state,
  )
}
