import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readTitle } from '../../server/src/http/docs/read-docs.ts'

/** A list of the other pages in this folder. */
export function pagesHere(folder: string): string {
  return readdirSync(folder)
    .filter((name) => /^(?!README).*\.md$/.test(name))
    .sort()
    .map((name) => `- [${readTitle(readFileSync(join(folder, name), 'utf8'))}](${name})`)
    .join('\n')
}
