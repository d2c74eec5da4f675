import type { LiveEvent, LivePresence, LiveState } from '@atelier/sdk'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { api } from './api.ts'
import { meQuery } from './session.ts'
import { staleAfter } from './stale-after.ts'

const eventListeners = new Set<(event: LiveEvent) => void>()
const presenceListeners = new Set<(presence: LivePresence) => void>()
const stateListeners = new Set<() => void>()
let state: LiveState = 'connecting'

const gatherMs = 80
const askAgainMs = 5000

/** Follows workspace events and refetches the visible queries that they make stale. */
export function followEvents(queryClient: QueryClient): () => void {
  const stale = new Map<string, QueryKey>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const refresh = () => {
    timer = undefined
    const keys = [...stale.values()]
    stale.clear()
    for (const queryKey of keys) readAgain(queryClient, { queryKey })
  }
  let wasLost = false
  const connect = (lastEventId?: number) =>
    api.live.connect({
      ...(lastEventId !== undefined && { lastEventId }),
      onEvent: (event) => {
        for (const listener of eventListeners) listener(event)
        for (const key of staleAfter(event)) stale.set(JSON.stringify(key), key)
        // An agent's work sends many events at once; they are batched.
        timer ??= setTimeout(refresh, gatherMs)
      },
      onPresence: (presence) => {
        for (const listener of presenceListeners) listener(presence)
      },
      onGap: () => readAgain(queryClient),
      onState: (now, reason) => {
        state = now
        for (const listener of stateListeners) listener()
        if (now === 'open' && wasLost) void readWhatFailed(queryClient)
        wasLost = now !== 'open' && (wasLost || now === 'waiting')
        if (now === 'closed' && reason !== undefined) void askWhoWeAre()
      },
    })
  // Changes since the first query of the page, which the others may have missed.
  let live = connect(queryClient.getQueryData(meQuery.queryKey)?.last_event_id)
  let isLeft = false
  const connectAnew = () => {
    const { lastEventId } = live
    live.close()
    live = connect(lastEventId)
  }
  /** The server closed the connection: the session has expired or its permissions have changed. */
  const askWhoWeAre = async () => {
    try {
      await queryClient.fetchQuery({ ...meQuery, staleTime: 0 })
      if (!isLeft) connectAnew()
    } catch {
      // A signed-out person has already been redirected.
      if (!isLeft) setTimeout(() => isLeft || void askWhoWeAre(), askAgainMs)
    }
  }
  // The connection's own retry may take half a minute.
  const onOnline = () => state === 'waiting' && connectAnew()
  addEventListener('online', onOnline)
  return () => {
    isLeft = true
    removeEventListener('online', onOnline)
    clearTimeout(timer)
    live.close()
  }
}

/**
 * Refetches queries after a change. A first read that is under way may have been answered before the
 * change, and refetching only joins it, so it is repeated when it ends.
 */
function readAgain(queryClient: QueryClient, filters: { queryKey?: QueryKey } = {}): void {
  const beginning = queryClient
    .getQueryCache()
    .findAll({ ...filters, fetchStatus: 'fetching' })
    .filter(({ state: { data } }) => data === undefined)
  void queryClient.invalidateQueries(filters)
  for (const query of beginning) {
    const again = () => queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true })
    query.fetch().then(again, () => {})
  }
}

/** Refetches queries that failed while the connection was lost. */
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

/** For screens that show who else has a record open. */
export function usePresenceFrames(listener: (presence: LivePresence) => void): void {
  useEffect(() => {
    presenceListeners.add(listener)
    return () => {
      presenceListeners.delete(listener)
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
