import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { titleOf } from '../../server/src/http/docs/docs-index.ts'

/** A list of the other pages in this folder. */
export async function pagesHere(folder: string): Promise<string> {
  const names = (await readdir(folder)).filter((name) => /^(?!README).*\.md$/.test(name)).sort()
  return names.map((name) => `- [${titleOf(join(folder, name))}](${name})`).join('\n')
}
