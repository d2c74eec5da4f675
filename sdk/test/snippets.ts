import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The programs in the README. All but the first continue from the first. */
export async function readSnippets(): Promise<string[]> {
  const text = await readFile(join(import.meta.dirname, '../README.md'), 'utf8')
  const [first = '', ...others] = [...text.matchAll(/```ts\n(.*?)```/gs)].map(
    ([, code]) => code as string,
  )
  return [first, ...others.map((code) => `${first}\n${code}`)].map((code) => `${code}\nexport {}\n`)
}
