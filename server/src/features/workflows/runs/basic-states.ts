import type { RunState } from './schemas.ts'

const basic: Partial<Record<RunState['status'], RunState['status']>> = {
  PAUSED: 'RUNNING',
  TERMINATED: 'CANCELLED',
  TIMED_OUT: 'FAILED',
}

/** The run with the states that existing clients know, if they asked for those. */
export function inStates<T extends Pick<RunState, 'status'>>(
  states: 'all' | 'basic' | undefined,
  run: T,
): T {
  return states === 'basic' ? { ...run, status: basic[run.status] ?? run.status } : run
}
