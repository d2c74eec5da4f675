import type { LiveEvent, LiveState } from '@atelier/sdk'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { api } from './api.ts'
import { staleAfter } from './stale-after.ts'

const eventListeners = new Set<(event: LiveEvent) => void>()
const stateListeners = new Set<() => void>()
let state: LiveState = 'connecting'

const gatherMs = 80

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
  const live = api.live.connect({
    onEvent: (event) => {
      for (const listener of eventListeners) listener(event)
      for (const key of staleAfter(event)) stale.set(JSON.stringify(key), key)
      // Many come at once when an agent works; they are answered together.
      timer ??= setTimeout(refresh, gatherMs)
    },
    onGap: () => void queryClient.invalidateQueries(),
    onState: (now) => {
      state = now
      for (const listener of stateListeners) listener()
    },
  })
  return () => {
    clearTimeout(timer)
    live.close()
  }
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
