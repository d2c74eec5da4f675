import { readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { unsharedCounts } from '../server/src/platform/counts/shared-counts.ts'
import { openService } from '../server/src/service.ts'
import { errorTables } from './docs-blocks/errors.ts'
import { eventTables } from './docs-blocks/events.ts'
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
const operations = openService({ clock: () => new Date(), counts: unsharedCounts() }).operations()

const blocks: Record<string, (file: string) => string> = {
  errors: () => errorTables(),
  events: () => eventTables(),
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
  const fresh = fill(text, file)
  if (fresh === text) continue
  if (!process.argv.includes('--check')) await writeFile(file, fresh)
  else {
    process.stderr.write(`${relative(root, file)} is out of date. Run: npm run generate\n`)
    process.exitCode = 1
  }
}

function fill(text: string, file: string): string {
  return text.replaceAll(generated, (_, name: string) => {
    const block = blocks[name]
    if (!block) throw new Error(`${file}: there is no generated part “${name}”`)
    return `\n${block(file).trim()}\n\n`
  })
}

async function markdownFiles(): Promise<string[]> {
  const names = await readdir(join(root, 'docs'), { recursive: true })
  return names.filter((name) => name.endsWith('.md')).map((name) => join(root, 'docs', name))
}
