import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describedWebhooks } from './features/webhooks/openapi-webhooks.ts'
import { openApiOf } from './http/openapi.ts'
import { serviceOf } from './service.ts'
import { version } from './version.ts'

/** Writes docs/openapi.json; with --check only says whether it is up to date. */
const file = join(import.meta.dirname, '../../docs/openapi.json')
const service = serviceOf({ clock: () => new Date() })
const document = openApiOf(service, describedWebhooks(), version)
const text = `${JSON.stringify(document, null, 2)}\n`

if (!process.argv.includes('--check')) {
  await writeFile(file, text)
} else if ((await readFile(file, 'utf8').catch(() => '')) !== text) {
  process.stderr.write('docs/openapi.json is not what the code says. Run: npm run generate\n')
  process.exitCode = 1
}
