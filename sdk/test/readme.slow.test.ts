import { execFile } from 'node:child_process'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { draw, png } from '../../server/test/scenes.ts'
import { useFolder } from '../../server/test/use-folder.ts'
import { readSnippets } from './snippets.ts'
import { useServer } from './use-server.ts'

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
  const mia = await server.service.tenant()
  const files: string[] = []
  for (const [at, snippet] of (await readSnippets()).entries()) {
    const code = snippet
      .replaceAll('http://localhost:4600', server.baseUrl)
      .replaceAll('atl_…', mia.key)
    files.push(`./snippet-${at}.ts`)
    await writeFile(join(folder, files.at(-1) as string), code)
  }
  const all = files.map((file) => `await import('${file}')`).join('\n')
  await writeFile(join(folder, 'all.mjs'), all)
  const program = run(process.execPath, ['all.mjs'], { cwd: folder })
  const person = server.signIn(mia)
  const asked = async () => (await person.questions.list({ status: 'open' })).results[0]?.id
  await expect.poll(asked).toBeDefined()
  await person.questions.answer((await asked()) as string, { value: 'second' })
  const { stdout } = await program
  expect(stdout).toContain('LAUNCH-1 4')
  expect(stdout).toContain('There is no such board.')
  expect(stdout).toMatch(/image\/\w+ \d+/)
  expect(stdout).toMatch(/\d+ pm_board\.created/)
  expect(stdout).toContain('\nsecond\n')
})
