import { execFile } from 'node:child_process'
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'
import { findBrowser } from './find-browser.ts'

const run = promisify(execFile)

declare module 'vitest' {
  interface ProvidedContext {
    /** The file that holds the browser's path once the browser is installed. */
    browserFile: string
  }
}

/** Builds the console. Installing a browser takes a minute, so other tests run meanwhile. */
export default async function setup(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-browser-'))
  const file = join(folder, 'browser.json')
  project.provide('browserFile', file)
  const installing = findBrowser()
    .then(
      (path) => ({ path }),
      (error: Error) => ({ error: error.message }),
    )
    .then(async (found) => {
      await writeFile(`${file}.part`, JSON.stringify(found))
      await rename(`${file}.part`, file)
    })
  await run(process.execPath, [join(import.meta.dirname, '../../scripts/build-console.js')])
  return async () => {
    await installing
    await rm(folder, { recursive: true, force: true })
  }
}
