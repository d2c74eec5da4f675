import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chown, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Binaries } from './binaries.ts'
import type { ServerUser } from './cluster-home.ts'
import { runTool } from './run-tool.ts'

export const superuser = 'atelier'

/** Creates the cluster aside and moves it into place, unless there is one. */
export async function ensureCluster(
  home: string,
  binaries: Binaries,
  user: ServerUser | undefined,
): Promise<void> {
  const server = join(home, 'server')
  if (existsSync(server)) return
  await removeAbandoned(home)
  const unfinished = join(home, `unfinished-${randomBytes(4).toString('hex')}`)
  const password = randomBytes(24).toString('base64url')
  await mkdir(join(unfinished, 'cluster'), { recursive: true, mode: 0o700 })
  if (user) {
    await chown(unfinished, user.uid, user.gid)
    await chown(join(unfinished, 'cluster'), user.uid, user.gid)
  }
  const passwordFile = join(unfinished, 'password')
  await writeFile(passwordFile, password, { mode: 0o600 })
  if (user) await chown(passwordFile, user.uid, user.gid)
  const auth = ['-U', superuser, `--pwfile=${passwordFile}`, '--auth=scram-sha-256']
  // The builtin locale sorts the same on every machine, regardless of installed locales.
  const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--locale=C.UTF-8']
  await runTool(
    join(binaries.folder, 'bin', 'initdb'),
    ['-D', join(unfinished, 'cluster'), ...auth, ...locale],
    { home, user },
  )
  await rename(unfinished, server).catch(async (error) => {
    await rm(unfinished, { recursive: true, force: true })
    if (!existsSync(server)) throw error // otherwise another process was faster
  })
}

/** Removes clusters whose creation was interrupted. A recent one may still be in progress. */
async function removeAbandoned(home: string): Promise<void> {
  for (const name of await readdir(home)) {
    const path = join(home, name)
    if (!name.startsWith('unfinished-')) continue
    if (Date.now() - (await stat(path)).mtimeMs < 10 * 60_000) continue
    await rm(path, { recursive: true, force: true })
  }
}
