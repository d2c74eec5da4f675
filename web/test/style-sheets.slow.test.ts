import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const source = join(import.meta.dirname, '../src')

/** Classes that a component uses and its style sheet does not define, as "file: class". */
function undefinedClasses(file: string): string[] {
  const text = readFileSync(join(source, file), 'utf8')
  return [...text.matchAll(/^import (\w+) from '(\S+\.module\.css)'$/gm)].flatMap(
    ([, name, path]) => {
      const sheet = readFileSync(join(source, dirname(file), path as string), 'utf8')
      const defined = new Set([...sheet.matchAll(/\.([a-zA-Z]\w*)/g)].map(([, one]) => one))
      // Not the path of an import, such as './tones.module.css'.
      const used = text.matchAll(new RegExp(`(?<![/-])\\b${name}\\.(\\w+)`, 'g'))
      return [...used].flatMap(([, one]) => (defined.has(one) ? [] : [`${file}: ${one}`]))
    },
  )
}

test('every class that a component uses is in its style sheet', () => {
  const files = globSync('**/*.tsx', { cwd: source })
  expect(files.length).toBeGreaterThan(100)
  expect(files.flatMap(undefinedClasses)).toEqual([])
})
