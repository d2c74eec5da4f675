import { execFile } from 'node:child_process'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { draw, png } from '../../server/test/scenes.ts'
import { useFolder } from '../../server/test/use-folder.ts'
import { useServer } from './served.ts'
import { readSnippets } from './snippets.ts'

/** Every README snippet works against a real server. The package tests check the types. */
const run = promisify(execFile)
const sdk = join(import.meta.dirname, '..')
const server = useServer()
const folder = useFolder()

beforeAll(async () => {
  // As in a clone after "npm ci".
  await mkdir(join(folder, 'node_modules/@atelier'), { recursive: true })
  await symlink(sdk, join(folder, 'node_modules/@atelier/sdk'))
  await writeFile(join(folder, 'photo.jpg'), await png(draw(40, 30, () => [30, 60, 90])))
})

test('every snippet runs', async () => {
  const { key } = await server.service.tenant()
  const files: string[] = []
  for (const [at, snippet] of (await readSnippets()).entries()) {
    const code = snippet
      .replaceAll('http://localhost:4600', server.baseUrl)
      .replaceAll('atl_…', key)
    files.push(`./snippet-${at}.ts`)
    await writeFile(join(folder, files.at(-1) as string), code)
  }
  const all = files.map((file) => `await import('${file}')`).join('\n')
  await writeFile(join(folder, 'all.mjs'), all)
  const { stdout } = await run(process.execPath, ['all.mjs'], { cwd: folder })
  expect(stdout).toContain('LAUNCH-1 4')
  expect(stdout).toContain('There is no such board.')
  expect(stdout).toMatch(/image\/\w+ \d+/)
  expect(stdout).toMatch(/\d+ pm_board\.created/)
  expect(stdout).toContain('\nsecond\n')
})
