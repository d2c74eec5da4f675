import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { listOperations, readDocument } from '../../sdk/scripts/document.ts'
import { splitOperationId } from '../../sdk/scripts/names.ts'
import type { NounSpec } from '../src/operations/spec.ts'
import { buildSpec, kebab } from './build-spec.ts'
import { inlineSchemas } from './inline-schemas.ts'

/** Writes src/generated from docs/openapi.json; with --check, only reports if it is up to date. */

const folder = join(import.meta.dirname, '../src/generated')
const notice = '// Generated from docs/openapi.json by "npm run generate". Do not edit.\n\n'

const operations = listOperations(inlineSchemas(await readDocument()))
const methods = operations.map((operation) => ({
  ...splitOperationId(operation.operationId, operation.tags[0]),
  operation,
}))
const byNoun = Map.groupBy(methods, ({ noun }) => noun)

const files: Record<string, string> = { 'nouns.ts': nounTable() }
for (const [noun, own] of byNoun) {
  const specs: NounSpec = Object.fromEntries(
    own.map(({ method, operation }) => [kebab(method), buildSpec(method, operation, operations)]),
  )
  const rows = Object.entries(specs).map(
    ([verb, spec]) => `  ${JSON.stringify(verb)}: ${JSON.stringify(spec)},`,
  )
  files[`${kebab(noun)}.ts`] = `import type { NounSpec } from '../operations/spec.ts'

export const operations: NounSpec = {
${rows.join('\n')}
}
`
}

if (process.argv.includes('--check')) {
  const there = await readdir(folder).catch(() => [])
  let isStale = there.sort().join() !== Object.keys(files).sort().join()
  for (const [name, content] of Object.entries(files)) {
    const text = await readFile(join(folder, name), 'utf8').catch(() => '')
    isStale ||= text !== notice + content
  }
  if (isStale) {
    process.stderr.write('cli/src/generated is out of date. Run: npm run generate\n')
    process.exitCode = 1
  }
} else {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder)
  for (const [name, content] of Object.entries(files)) {
    await writeFile(join(folder, name), notice + content)
  }
}

/** Everything that the list of commands needs, so that it doesn't have to load the rest. */
function nounTable(): string {
  const rows = [...byNoun].map(([noun, own]) => {
    const name = kebab(noun)
    const verbs = own.map(({ method }) => kebab(method))
    const tag = own[0]?.operation.tags[0] as string
    const title = tag.toLowerCase().replace(' ', '-') === name ? '' : `${tag}: `
    const says = shortened(title + verbs.join(', '))
    return `  '${name}': { property: '${noun}', says: '${says}', load: () => import('./${name}.ts') },`
  })
  return `import type { NounSpec } from '../operations/spec.ts'

export interface Noun {
  /** The property of the SDK client. */
  property: string
  says: string
  load: () => Promise<{ operations: NounSpec }>
}

export const nouns: Record<string, Noun> = {
${rows.join('\n')}
}
`
}

function shortened(text: string): string {
  const most = 56
  if (text.length <= most) return text
  return `${text.slice(0, text.lastIndexOf(',', most))}, …`
}
