import { execFile, execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const ownRoot = join(import.meta.dirname, '../../..')
const run = promisify(execFile)

/** The version to upgrade from: the last release, or the last commit if there is none. */
export function olderRef(): string {
  const chosen = process.env.ATELIER_UPGRADE_FROM
  if (chosen) return chosen
  const args = ['tag', '--sort=-creatordate']
  const tags = execFileSync('git', args, { cwd: ownRoot, encoding: 'utf8' })
  return tags.split('\n')[0] || 'HEAD'
}

/**
 * Unpacks a commit into a folder of its own. It uses the packages that are installed here, so
 * between two versions that need different packages, install the older one and point to it instead.
 */
export async function unpackVersion(ref: string) {
  const root = await mkdtemp(join(tmpdir(), 'atelier-older-'))
  const archive = join(root, 'archive.tar')
  await run('git', ['archive', '--output', archive, ref], { cwd: ownRoot })
  await run('tar', ['-xf', archive, '-C', root])
  await linkPackages(root)
  return { root, remove: () => rm(root, { recursive: true, force: true }) }
}

/** Links every installed package except our own, which must be those of that version. */
async function linkPackages(root: string): Promise<void> {
  const from = join(ownRoot, 'node_modules')
  const to = join(root, 'node_modules')
  await mkdir(join(to, '@atelier'), { recursive: true })
  for (const name of await readdir(from)) {
    if (name !== '@atelier') await symlink(join(from, name), join(to, name))
  }
  for (const name of await readdir(join(from, '@atelier'))) {
    await symlink(join('../..', name), join(to, '@atelier', name))
  }
  for (const name of ['cli', 'sdk', 'server']) {
    const own = join(ownRoot, name, 'node_modules')
    if (existsSync(own)) await symlink(own, join(root, name, 'node_modules'))
  }
}
