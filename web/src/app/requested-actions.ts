import { useEffect, useRef } from 'react'

/** Actions that one screen requests and another screen, or the shell, performs. */
export type RequestedAction = 'new task' | 'new board' | 'invitation' | 'keys'

let waiting: RequestedAction | undefined
const takers = new Set<() => void>()

/** The handler runs at once, or when it mounts: its screen may still be loading. */
export function requestAction(action: RequestedAction): void {
  waiting = action
  for (const take of takers) take()
}

export function useRequestedAction(action: RequestedAction, then: () => void): void {
  const latest = useRef(then)
  latest.current = then
  useEffect(() => {
    const take = () => {
      if (waiting !== action) return
      waiting = undefined
      latest.current()
    }
    take()
    takers.add(take)
    return () => {
      takers.delete(take)
    }
  }, [action])
}
