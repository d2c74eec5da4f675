import type { Deps } from '../../deps.ts'

const writeEveryMs = 60_000

/** Notes when a key was last used, at most once a minute and without making the request wait. */
export function keyUseRecorder({ db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>) {
  const written = new Map<string, number>()

  return (keyId: string): void => {
    const now = clock()
    if (now.getTime() - (written.get(keyId) ?? 0) < writeEveryMs) return
    if (written.size > 10_000) written.clear()
    written.set(keyId, now.getTime())
    db.system`update api_keys set last_used_at = ${now} where id = ${keyId}`.catch((error) =>
      log.warn({ err: error }, 'last use of a key not recorded'),
    )
  }
}
