import type { Deps } from '../../deps.ts'
import type { CredentialKind } from './credentials.ts'

const writeEveryMs = 60_000

/** Records a credential's last use, at most once a minute and without delaying the request. */
export function useRecorder({ db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>) {
  const written = new Map<string, number>()

  return (kind: CredentialKind, id: string): void => {
    const now = clock()
    const name = `${kind}:${id}`
    if (now.getTime() - (written.get(name) ?? 0) < writeEveryMs) return
    if (written.size > 10_000) written.clear()
    written.set(name, now.getTime())
    write(kind, id, now).catch((error) => log.warn({ err: error }, 'last use not recorded'))
  }

  function write(kind: CredentialKind, id: string, now: Date): Promise<unknown> {
    if (kind === 'key') return db.system`update api_keys set last_used_at = ${now} where id = ${id}`
    if (kind === 'session') {
      return db.system`update sessions set last_used_at = ${now} where id = ${id}`
    }
    return db.system`update oauth_grants set last_used_at = ${now} where id = ${id}`
  }
}
