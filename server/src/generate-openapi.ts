import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describeWebhooks } from './features/webhooks/openapi-webhooks.ts'
import { buildOpenApi } from './http/openapi/document.ts'
import { unsharedCounts } from './platform/counts/shared-counts.ts'
import { openService } from './service.ts'
import { version } from './version.ts'

/** Writes docs/openapi.json; with --check it only reports whether the file is up to date. */
const file = join(import.meta.dirname, '../../docs/openapi.json')
const service = openService({ clock: () => new Date(), counts: unsharedCounts() })
const document = buildOpenApi(service, describeWebhooks, version)
const text = `${layOut(JSON.parse(JSON.stringify(document)))}\n`

if (!process.argv.includes('--check')) {
  await writeFile(file, text)
} else if ((await readFile(file, 'utf8').catch(() => '')) !== text) {
  process.stderr.write('docs/openapi.json is out of date. Run: npm run generate\n')
  process.exitCode = 1
}

/** JSON in lines of up to 100 characters: a value that fits on one line stays on one line. */
function layOut(value: unknown, indent = '', key = ''): string {
  const line = indent + key + JSON.stringify(value, null, 1).replaceAll(/\n */g, ' ')
  if (line.length < 100 || typeof value !== 'object' || value === null) return line
  const isList = Array.isArray(value)
  const parts = Object.entries(value).map(([name, part]) =>
    layOut(part, `${indent}  `, isList ? '' : `${JSON.stringify(name)}: `),
  )
  const [open, close] = isList ? '[]' : '{}'
  return `${indent}${key}${open}\n${parts.join(',\n')}\n${indent}${close}`
}
