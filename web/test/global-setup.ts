import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findBrowser } from './find-browser.ts'

const run = promisify(execFile)

/** Builds the console and finds a browser before the first test. */
export default async function setup(): Promise<void> {
  const script = join(import.meta.dirname, '../../scripts/build-console.js')
  await run(process.execPath, [script])
  await findBrowser()
}
