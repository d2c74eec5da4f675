import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'

/** `low` gives requests the CPU time they need first; `normal` suits machines that only run engines. */
export const enginePriorities = ['low', 'normal'] as const
export type EnginePriority = (typeof enginePriorities)[number]

/**
 * A session at this level gets a tenth of the time of an ordinary one while both are busy. At the
 * lowest, tasks would exceed their deadlines on a machine that is busy with other programs.
 */
const sessionPriority = 10

/**
 * Gives requests priority over this process. Linux sets a priority per thread, and the threads of V8
 * run already. It also divides the time between sessions first (autogroup), where the priority of a
 * thread counts nothing. So a process that leads a session lowers that, too.
 */
export function lowerPriority(): void {
  const lowest = constants.priority.PRIORITY_LOW
  setPriority(lowest)
  if (process.platform !== 'linux') return
  for (const thread of readdirSync('/proc/self/task')) {
    ignoreErrors(() => setPriority(Number(thread), lowest))
  }
  ignoreErrors(() => {
    if (sessionLeader() === process.pid)
      writeFileSync('/proc/self/autogroup', String(sessionPriority))
  })
}

function sessionLeader(): number {
  // The name in parentheses may contain spaces. The state, parent and group come before the session.
  const [, fields = ''] = readFileSync('/proc/self/stat', 'utf8').split(/\) (?!.*\) )/)
  return Number(fields.split(' ')[3])
}

/** A thread may have ended, and not every kernel has groups. The rest still helps. */
function ignoreErrors(work: () => void): void {
  try {
    work()
  } catch {}
}
