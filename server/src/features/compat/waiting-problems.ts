import type { ProblemCode } from '../../http/problems.ts'

/** What can go wrong while a request waits for its task. */
export const waitingProblems: readonly ProblemCode[] = [
  'task_input_refused',
  'task_cancelled',
  'task_failed',
  'engine_unavailable',
  'shutting_down',
]
