import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

const key = 'bench-key-with-more-than-24-characters'
const cli = join(import.meta.dirname, '../../cli/bin/atelier.js')

export interface StartedAtelier {
  child: ChildProcess
  baseUrl: string
  /** With a key that has all permissions. */
  headers: Record<string, string>
}

/** The service as a user starts it, without rate limits. If detached, in a session of its own. */
export async function startAtelier(
  settings: Record<string, string>,
  { detached = false } = {},
): Promise<StartedAtelier> {
  const child = spawn(process.execPath, [cli, 'serve', '--json'], {
    env: {
      ...environment(),
      PORT: '0',
      ATELIER_HOST: '127.0.0.1',
      ATELIER_BOOTSTRAP_API_KEY: key,
      ATELIER_RATE_LIMIT_PER_SECOND: '0',
      ATELIER_WORKSPACE_RATE_LIMIT_PER_SECOND: '0',
      ATELIER_LOG_LEVEL: 'warn',
      ...settings,
    },
    detached,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(child.stdout, 'data')
  const { address: baseUrl } = JSON.parse(String(line))
  return { child, baseUrl, headers: { authorization: `Api-Key ${key}` } }
}

/** Keeps proxies, NODE_EXTRA_CA_CERTS and so on. Atelier settings would change the results. */
function environment(): NodeJS.ProcessEnv {
  const settings = /^(ATELIER_.*|DATABASE_URL|REDIS_URL)$/
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !settings.test(name)))
}

/** The first process of an embedded PostgreSQL. */
export async function postmasterPid(folder: string): Promise<number> {
  return Number.parseInt(await readFile(join(folder, 'server/cluster/postmaster.pid'), 'utf8'), 10)
}
