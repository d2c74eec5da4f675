import { useEffect, useRef } from 'react'

/** What can be asked for on one screen and is done on another, or by the shell. */
export type RequestedAction = 'new task' | 'new board' | 'invitation' | 'keys'

let waiting: RequestedAction | undefined
const takers = new Set<() => void>()

/** Whoever can fulfil it does at once, or when it appears: the screen may still be on its way. */
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
