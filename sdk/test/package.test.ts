import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { useFolder } from '../../server/test/use-folder.ts'
import { readSnippets } from './snippets.ts'

/** The package as users get it: packed, installed in an empty project, and used. */
const run = promisify(execFile)
const sdk = join(import.meta.dirname, '..')
const tsc = join(sdk, '../node_modules/typescript/bin/tsc')
const folder = useFolder()
let installed: string

beforeAll(async () => {
  // This repository disables scripts; without them nothing would be built.
  const pack = ['pack', '--ignore-scripts=false', '--pack-destination', folder]
  await run('npm', pack, { cwd: sdk })
  const [tarball] = await readdir(folder)
  const project = join(folder, 'project')
  await mkdir(project)
  await writeFile(join(project, 'package.json'), '{ "type": "module", "private": true }')
  await run('npm', ['install', '--offline', join(folder, tarball as string)], { cwd: project })
  installed = join(project, 'node_modules/@atelier/sdk')
}, 120_000)

const project = () => join(folder, 'project')

test('has no dependencies and contains only built files', async () => {
  expect(await readdir(join(project(), 'node_modules'))).toEqual(['.package-lock.json', '@atelier'])
  const files = await readdir(installed, { recursive: true })
  expect(files).toContain('README.md')
  expect(files.filter((file) => /(?<!\.d)\.ts$/.test(file))).toEqual([])
})

test('only the Node entry imports Node modules', async () => {
  const files = await readdir(join(installed, 'dist'), { recursive: true })
  const scripts = files.filter((file) => file.endsWith('.js'))
  const importers: string[] = []
  for (const file of scripts) {
    const text = await readFile(join(installed, 'dist', file), 'utf8')
    const imports = [...text.matchAll(/(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g)]
    if (imports.some(([, name]) => !name?.startsWith('.'))) importers.push(file)
    expect([file, /\b(process|Buffer|require)\b[.(]/.test(text)]).toEqual([file, false])
  }
  expect(scripts).toContain('index.js')
  expect(importers).toEqual(['node.js'])
})

test('it runs', async () => {
  await writeFile(
    join(project(), 'use.js'),
    `import { createServer } from 'node:http'
import { Atelier, AtelierError, verifyWebhook } from '@atelier/sdk'
import { fileFrom } from '@atelier/sdk/node'
const server = createServer((request, response) => {
  response.writeHead(404, { 'content-type': 'application/problem+json' })
  response.end(JSON.stringify({ code: 'board_not_found', detail: request.url }))
}).listen(0, async () => {
  const baseUrl = 'http://127.0.0.1:' + server.address().port
  const atelier = new Atelier({ baseUrl, apiKey: 'key' })
  const error = await atelier.boards.get('launch').catch((error) => error)
  const file = await fileFrom('package.json')
  const refused = await verifyWebhook('{}', {}, 'whsec_AAAA').catch(({ name }) => name)
  console.log(error instanceof AtelierError, error.code, error.detail, file.name, refused)
  server.close()
})
`,
  )
  const { stdout } = await run(process.execPath, ['use.js'], { cwd: project() })
  expect(stdout.trim()).toBe(
    'true board_not_found /api/v1/pm/boards/launch package.json WebhookError',
  )
})

test('its types pass strict checks, and the README snippets compile', async () => {
  await writeFile(
    join(project(), 'use.ts'),
    `import { Atelier, type Board, isNotFound, type Task, TaskFailed } from '@atelier/sdk'
const atelier = new Atelier({ baseUrl: 'http://localhost:4600', apiKey: 'key' })
const board: Board = await atelier.boards.create({ title: 'Launch' })
const title: string = board.title
for await (const { slug } of atelier.boards.list.all({ search: 'x' })) slug.toUpperCase()
const task: Task = await atelier.tasks.wait('id', {
  onProgress: ({ progress }) => progress.percent.toFixed(),
})
// @ts-expect-error the title is missing
await atelier.boards.create({})
// @ts-expect-error there is no such access
await atelier.boards.create({ title, access: 7 })
// @ts-expect-error there is no such field
await atelier.boards.create({ title, colour: 'red' })
// @ts-expect-error the accounts are missing
atelier.social.listDrafts()
try {
  await atelier.boards.get(board.id)
} catch (error) {
  if (isNotFound(error) && error.code === 'board_not_found') error.errors.map(({ path }) => path)
  if (error instanceof TaskFailed) error.record.task_id === task.task_id
}
`,
  )
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    target: 'es2022',
    module: 'nodenext',
    types: [],
  }
  const snippets = await readSnippets()
  for (const [at, snippet] of snippets.entries()) {
    await writeFile(join(project(), `readme-${at}.ts`), snippet)
  }
  expect(snippets.length).toBeGreaterThan(5)
  const config = JSON.stringify({ compilerOptions, include: ['*.ts'] })
  await writeFile(join(project(), 'tsconfig.json'), config)
  const { stdout } = await run(process.execPath, [tsc, '-p', '.'], { cwd: project() }).catch(
    (error) => error,
  )
  expect(stdout).toBe('')
})
