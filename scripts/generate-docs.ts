import { readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { unsharedCounts } from '../server/src/platform/counts/shared-counts.ts'
import { serviceOf } from '../server/src/service.ts'
import { errorTables } from './docs-blocks/errors.ts'
import { eventTables } from './docs-blocks/events.ts'
import { expressionTables } from './docs-blocks/expressions.ts'
import { limitTables, quotaTable } from './docs-blocks/limits.ts'
import { operationTables } from './docs-blocks/operations.ts'
import { pagesHere } from './docs-blocks/pages-here.ts'
import { permissionTable } from './docs-blocks/permissions.ts'
import { stepTables } from './docs-blocks/workflow-steps.ts'

/**
 * Writes the parts of the documentation that the code knows, between `<!-- generated: name -->` and
 * `<!-- end -->`. With --check it only reports pages that are out of date.
 */
const root = join(import.meta.dirname, '..')
const operations = serviceOf({ clock: () => new Date(), counts: unsharedCounts() }).operations()

const blocks: Record<string, (file: string) => string | Promise<string>> = {
  errors: () => errorTables(),
  events: () => eventTables(),
  expressions: () => expressionTables(),
  limits: () => limitTables(operations),
  operations: () => operationTables(operations),
  'pages here': (file) => pagesHere(dirname(file)),
  permissions: () => permissionTable(),
  quotas: () => quotaTable(),
  'workflow steps': () => stepTables(),
}

const generated = /(?<=^<!-- generated: ([\w ]+) -->\n)[\s\S]*?(?=^<!-- end -->$)/gm

for (const file of await markdownFiles()) {
  const text = await readFile(file, 'utf8')
  const fresh = await fill(text, file)
  if (fresh === text) continue
  if (!process.argv.includes('--check')) await writeFile(file, fresh)
  else {
    process.stderr.write(`${relative(root, file)} is out of date. Run: npm run generate\n`)
    process.exitCode = 1
  }
}

async function fill(text: string, file: string): Promise<string> {
  let filled = text
  for (const [old, name = ''] of text.matchAll(generated)) {
    const block = blocks[name]
    if (!block) throw new Error(`${file}: there is no generated part “${name}”`)
    const marker = `<!-- generated: ${name} -->\n`
    const body = await block(file)
    filled = filled.replace(marker + old, () => `${marker}\n${body.trim()}\n\n`)
  }
  return filled
}

async function markdownFiles(): Promise<string[]> {
  const names = await readdir(join(root, 'docs'), { recursive: true })
  return names.filter((name) => name.endsWith('.md')).map((name) => join(root, 'docs', name))
}
