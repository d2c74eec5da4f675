import { spawn } from 'node:child_process'
import type { ServerUser } from './cluster-home.ts'

/** The caller's PGDATA, PGPORT and similar must not affect our server. */
export const ownEnvironment = { TZ: 'UTC', LC_ALL: 'C' }

/** Runs one of PostgreSQL's tools. The error has everything that it printed. */
export async function runTool(
  command: string,
  args: string[],
  where: { home: string; user: ServerUser | undefined },
): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const child = spawn(command, args, { ...where.user, cwd: where.home, env: ownEnvironment })
    let output = ''
    child.stdout.on('data', (chunk) => {
      output += chunk
    })
    child.stderr.on('data', (chunk) => {
      output += chunk
    })
    child.once('error', reject)
    child.once('exit', (code) => {
      if (code === 0) resolve()
      else reject(new Error(`${command} exited with code ${code}:\n${output.trim()}`))
    })
  })
}
