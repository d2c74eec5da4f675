import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { beforeAll, expect, test } from 'vitest'
import { packParts } from '../../scripts/release/pack.ts'
import { useFolder } from '../../server/test/use-folder.ts'
import { readSnippets } from './snippets.ts'

/** The package as users get it: packed, installed in an empty project, and used. */
const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')
const tsc = join(root, 'node_modules/typescript/bin/tsc')
const folder = useFolder()
let tarball: string
let installed: string

beforeAll(async () => {
  const [packed] = await packParts(root, folder, ['sdk'])
  tarball = packed?.file as string
  const project = join(folder, 'project')
  await mkdir(project)
  await writeFile(join(project, 'package.json'), '{ "type": "module", "private": true }')
  await run('npm', ['install', '--offline', tarball], { cwd: project })
  installed = join(project, 'node_modules/@atelier/sdk')
})

const project = () => join(folder, 'project')

test('has no dependencies and contains only built files and its license', async () => {
  expect(await readdir(join(project(), 'node_modules'))).toEqual(['.package-lock.json', '@atelier'])
  const files = await readdir(installed, { recursive: true })
  expect(files).toEqual(expect.arrayContaining(['README.md', 'LICENSE']))
  expect(files.filter((file) => /(?<!\.d)\.ts$/.test(file))).toEqual([])
})

test('publint has no complaint', async () => {
  const { messages, pkg } = await publint({ pkgDir: installed, strict: true })
  expect(messages.map((message) => formatMessage(message, pkg))).toEqual([])
})

test('the types are right for ES modules, CommonJS, bundlers and old resolution', async () => {
  const data = new Uint8Array(await readFile(tarball))
  const analysis = await checkPackage(createPackageFromTarballData(data))
  if (!analysis.types) throw new Error('The package has no types')
  expect(analysis.problems).toEqual([])
  expect(Object.keys(analysis.entrypoints).sort()).toEqual(['.', './node', './package.json'])
})

test('only the Node entry imports Node modules', async () => {
  const files = await readdir(join(installed, 'dist/esm'), { recursive: true })
  const scripts = files.filter((file) => file.endsWith('.js'))
  const importers: string[] = []
  for (const file of scripts) {
    const text = await readFile(join(installed, 'dist/esm', file), 'utf8')
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
  const use = `const { AtelierError, AssetType } = require('@atelier/sdk')
const { fileFrom } = require('@atelier/sdk/node')
console.log(AtelierError.name, AssetType.pdf, typeof fileFrom)`
  await writeFile(join(project(), 'use.cjs'), use)
  const common = await run(process.execPath, ['use.cjs'], { cwd: project() })
  expect(common.stdout.trim()).toBe('AtelierError 17 function')
})

test('its types pass strict checks, and the README snippets compile', async () => {
  await writeFile(
    join(project(), 'use.ts'),
    `import { Atelier, type Board, BoardAccess, isNotFound, TaskFailed } from '@atelier/sdk'
const atelier = new Atelier({ baseUrl: 'http://localhost:4600', apiKey: 'key' })
const board: Board = await atelier.boards.create({ title: 'Launch' })
const title: string = board.title
for await (const { slug } of atelier.boards.list.all({ search: 'x' })) slug.toUpperCase()
const { task_id } = await atelier.images.removeBackground({ image_url: 'https://example.com/a.png' })
const cutOut = await atelier.tasks.wait(task_id)
cutOut.result.foreground.left.toFixed()
cutOut.result.result[0]?.asset_id.toUpperCase()
// @ts-expect-error not a field of this result
cutOut.result.sentences
for await (const event of atelier.events.follow()) {
  if (event.type === 'pm_board.created') event.data satisfies object
  // @ts-expect-error there is no such event
  if (event.type === 'pm_board.painted') break
}
await atelier.boards.create({ title, access: BoardAccess.public })
const { answer } = await atelier.ask({ title: 'May it go out?', message: 'Both are there.' })
String(answer.value).toUpperCase()
const task = await atelier.tasks.wait('id', {
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
  // A CommonJS module in TypeScript, which gets the other types.
  const common = `import { Atelier } from '@atelier/sdk'
import { fileFrom } from '@atelier/sdk/node'
export const use = async (atelier: Atelier) => atelier.assets.upload(await fileFrom('photo.jpg'))
`
  await writeFile(join(project(), 'common.cts'), common)
  const snippets = await readSnippets()
  for (const [at, snippet] of snippets.entries()) {
    await writeFile(join(project(), `readme-${at}.ts`), snippet)
  }
  expect(snippets.length).toBeGreaterThan(5)
  const config = JSON.stringify({ compilerOptions, include: ['*.ts', '*.cts'] })
  await writeFile(join(project(), 'tsconfig.json'), config)
  const { stdout } = await run(process.execPath, [tsc, '-p', '.'], { cwd: project() }).catch(
    (error) => error,
  )
  expect(stdout).toBe('')
})
