import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findBrowser } from './find-browser.ts'

const run = promisify(execFile)

/** The console is built and a browser is there before the first test asks for them. */
export default async function setup(): Promise<void> {
  const script = join(import.meta.dirname, '../../scripts/build-console.js')
  await run(process.execPath, [script])
  await findBrowser()
}
