import { constants, existsSync } from 'node:fs'
import { access, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { packagedBinaries } from '@atelier/server/platform/postgres/binaries.ts'
import {
  canReach,
  existingClusterHome,
  serverUser,
} from '@atelier/server/platform/postgres/cluster-home.ts'
import { type Finding, ok, problem, skipped } from './check.ts'

/** Checks that the PostgreSQL from npm is installed and may be run. */
export async function packagedFiles(dataDir: string): Promise<Finding> {
  const packaged = await packagedBinaries().catch(() => undefined)
  const platform = `${process.platform}-${process.arch}`
  if (!packaged) {
    return problem(
      `The embedded PostgreSQL for ${platform} is not installed.`,
      'Run "npm ci" again without --omit=optional, or set DATABASE_URL to your own PostgreSQL.',
    )
  }
  // If root starts it, it runs from a copy in the data folder, which may be on its own disk.
  const home = await existingClusterHome(dataDir)
  const copy = home && join(home, `postgres-${packaged.version}`, 'native')
  for (const folder of [packaged.folder, ...(copy && existsSync(copy) ? [copy] : [])]) {
    for (const name of ['postgres', 'initdb', 'pg_ctl']) {
      const file = join(folder, 'bin', name)
      const refusal = await whyNotRunnable(file)
      if (refusal) return problem(`${file} cannot be run (${refusal}).`, binaryFix(refusal, file))
    }
  }
  return ok(`embedded ${packaged.version} for ${platform}`)
}

async function whyNotRunnable(file: string): Promise<string | undefined> {
  try {
    await access(file, constants.X_OK)
    return undefined
  } catch (error) {
    return (error as { code?: string }).code ?? 'refused'
  }
}

function binaryFix(refusal: string, file: string): string {
  return refusal === 'ENOENT'
    ? 'Run "npm ci" again.'
    : `Run: chmod +x "${file}". If that does not help, its disk is mounted noexec.`
}

/** Checks the cluster in the data folder: PostgreSQL rejects one that other users can access. */
export async function databaseFiles(dataDir: string): Promise<Finding> {
  const home = await existingClusterHome(dataDir)
  if (!home) return skipped('No database has been created yet.', 'The first start creates it.')
  const server = join(home, 'server')
  if (!existsSync(server)) return missing(dataDir, home)
  const user = serverUser()
  if (user && !(await canReach(home, user))) {
    return problem(
      `If root starts it, PostgreSQL runs as user ${user.uid}, who cannot access ${home}.`,
      `Allow access to its parent folders (chmod o+x), or move the data folder.`,
    )
  }
  const uid = user?.uid ?? process.getuid?.() ?? 0
  return (await wrongOwner(server, uid, user !== undefined)) ?? (await rightVersion(server, uid))
}

function missing(dataDir: string, home: string): Finding {
  if (home === join(dataDir, 'postgres')) {
    return skipped('Creating the database was interrupted.', 'The next start creates it.')
  }
  return problem(
    `The database of ${dataDir} should be in ${home}, but it is not there.`,
    `Restore it. To start with an empty database instead, delete ${join(dataDir, 'postgres-is-at')}.`,
  )
}

async function wrongOwner(
  server: string,
  uid: number,
  isRoot: boolean,
): Promise<Finding | undefined> {
  const names = ['', 'password', 'cluster', 'cluster/PG_VERSION', 'cluster/base', 'cluster/pg_wal']
  for (const path of names.map((name) => join(server, name))) {
    const found = await stat(path)
    if (found.uid !== uid) {
      return problem(
        `${path} belongs to user ${found.uid}, but PostgreSQL would run as user ${uid}.`,
        isRoot
          ? `Run: chown -R ${uid} "${server}"`
          : `Start Atelier as the user who created it, or run as root: chown -R ${uid} "${server}"`,
      )
    }
  }
  const cluster = join(server, 'cluster')
  const openToOthers = (await stat(cluster)).mode & 0o027
  return openToOthers
    ? problem(`${cluster} is accessible to other users.`, `Run: chmod 700 "${cluster}"`)
    : undefined
}

async function rightVersion(server: string, uid: number): Promise<Finding> {
  const major = (await readFile(join(server, 'cluster', 'PG_VERSION'), 'utf8')).trim()
  const packaged = await packagedBinaries().catch(() => undefined)
  if (packaged && packaged.version.split('.')[0] !== major) {
    return problem(
      `PostgreSQL ${major} created the database, but ${packaged.version} is installed.`,
      `Install the Atelier version that includes PostgreSQL ${major}, and migrate the data from there.`,
    )
  }
  return ok(`created by PostgreSQL ${major}, owned by user ${uid}`)
}
