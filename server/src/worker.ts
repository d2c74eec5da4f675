import type { Deps } from './deps.ts'
import { startDispatcher } from './features/events/dispatch-events.ts'
import { startHousekeeping } from './housekeeping.ts'
import type { Database } from './platform/postgres/db.ts'

export interface Worker {
  stop(): Promise<void>
}

/** Everything that happens without a request. */
export function buildWorker(deps: Deps & { db: Database }): Worker {
  const parts = [startDispatcher(deps), startHousekeeping(deps)]
  return {
    stop: async () => {
      await Promise.all(parts.map((part) => part.stop()))
    },
  }
}
