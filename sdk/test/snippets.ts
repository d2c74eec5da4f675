import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The programs that the README shows. All but the first go on from the first. */
export async function readSnippets(): Promise<string[]> {
  const text = await readFile(join(import.meta.dirname, '../README.md'), 'utf8')
  const [first = '', ...others] = [...text.matchAll(/```ts\n(.*?)```/gs)].map(
    ([, code]) => code as string,
  )
  return [first, ...others.map((code) => `${first}\n${code}`)].map((code) => `${code}\nexport {}\n`)
}
