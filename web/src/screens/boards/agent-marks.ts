import type { LiveEvent } from '@atelier/sdk'
import { useSyncExternalStore } from 'react'

/**
 * Which tasks an agent was the last to touch, as far as this page has seen it happen. Tasks do not
 * tell by themselves: they name the person whose key the agent has. Their activity does.
 */
const names = new Map<string, string>()
const listeners = new Set<() => void>()

export function noteAgent(taskId: string, { kind, name }: LiveEvent['actor']): void {
  if (kind === 'agent') names.set(taskId, name)
  else if (!names.delete(taskId)) return
  for (const listener of listeners) listener()
}

/** The agent that has changed a task last. */
export function useAgentOf(taskId: string): string | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => names.get(taskId),
  )
}
