import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export interface StartedBare {
  child: ChildProcess
  baseUrl: string
}

/** Starts the routes of `bare.ts` in a process of their own. */
export async function startBare(databaseUrl: string): Promise<StartedBare> {
  const child = fork(join(import.meta.dirname, 'bare.ts'), [databaseUrl])
  const [message] = await once(child, 'message')
  return { child, baseUrl: (message as { baseUrl: string }).baseUrl }
}
