import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'

export const hasRedis = spawnSync('redis-server', ['--version']).status === 0

/** A Redis that stores nothing. */
export function startRedis(port: number): ChildProcess {
  const settings = ['--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
  return spawn('redis-server', ['--port', String(port), ...settings], {
    cwd: tmpdir(),
    stdio: 'ignore',
  })
}

export async function stopRedis(redis: ChildProcess): Promise<void> {
  if (redis.exitCode !== null || redis.signalCode !== null) return
  redis.kill('SIGKILL')
  await once(redis, 'exit')
}
