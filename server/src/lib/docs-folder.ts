import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** The Markdown pages: inside an installed package, or beside the server in the repository. */
export function docsFolderOf(packageFolder: string): string {
  const inside = join(packageFolder, 'docs')
  return existsSync(join(inside, 'README.md')) ? inside : join(packageFolder, '../docs')
}
